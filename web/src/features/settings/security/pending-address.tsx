import { Trans } from '@lingui/react';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { mailAgain } from './change-address.ts';

/** A change of address that awaits confirmation. */
export function PendingAddress({ email, newEmail }: { email: string; newEmail: string }) {
  const [isSending, setIsSending] = useState(false);
  const isLocal = useConfig()?.mailbox ?? false;
  const captcha = useCaptcha();
  const send = async () => {
    setIsSending(true);
    const pass = await captcha.pass();
    const outcome = pass && (await mailAgain(email, pass));
    setIsSending(false);
    if (outcome?.refusal === null) notify.success(t('security.address.sent_again'));
    else if (outcome) notify.error(outcome.refusal);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Notice icon={<Mail size={14} aria-hidden />}>
        <Trans
          id={isLocal ? 'security.address.pending_local' : 'security.address.pending'}
          values={{ email, newEmail }}
          components={{ mailbox: <TextLink href="/mailbox" newTab /> }}
        />
      </Notice>
      {captcha.field}
      <Button size="s" busy={isSending} busyLabel={t('auth.one_time.busy')} onClick={() => void send()}>
        {t('security.address.again')}
      </Button>
    </div>
  );
}
