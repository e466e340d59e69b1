import { Trans } from '@lingui/react';
import { useState } from 'react';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CodeForm } from '../code-form.tsx';
import { CorrectAddress } from './correct-address.tsx';
import { MailboxButton } from './mailbox-button.tsx';
import { resendVerification } from './resend-verification.ts';

export interface CheckMailProps {
  email: string;
  /** Target of the link in the email. */
  next: string;
  /** Returns to the form with its values. */
  onCorrect: () => void;
}

/** After sign-up: says where the email went, with remedies if it doesn't arrive. */
export function CheckMail({ email, next, onCorrect }: CheckMailProps) {
  const [sending, setSending] = useState(false);
  const captcha = useCaptcha();
  const resend = async () => {
    setSending(true);
    const pass = await captcha.pass();
    if (pass !== null) await resendVerification(email, next, pass);
    setSending(false);
  };
  return (
    <div className="grid gap-4">
      <p>
        <Trans
          id="auth.verify.sent"
          values={{ email }}
          components={{ address: <strong className="font-medium wrap-anywhere" /> }}
        />
      </p>
      <MailboxButton to={{ kind: 'email', address: email }} />
      <CodeForm sent={{ email, type: 'signup' }} onAccepted={() => greet(t('auth.signed_in'))} />
      <CorrectAddress onCorrect={onCorrect} />
      {captcha.field}
      <Button busy={sending} busyLabel={t('auth.verify.busy')} onClick={() => void resend()}>
        {t('auth.verify.again')}
      </Button>
    </div>
  );
}
