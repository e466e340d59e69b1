import { useState } from 'react';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { CodeForm } from './code-form.tsx';
import { AnotherCode } from './factors/another-code.tsx';
import { type Recipient, signInCode } from './recipient.ts';
import { sendOneTimeCode } from './send-one-time-code.ts';
import { MailboxButton } from './sign-up/mailbox-button.tsx';

export interface OneTimeCodeProps {
  to: Recipient;
  /** Page to open after sign-in; also the target of emailed links. */
  next: string;
  /** Time of the last code, in milliseconds since 1970. */
  sentAt: number;
  onSentAgain: () => void;
  /** Returns to the address form, if there is one. */
  onCorrect?: () => void;
  onBack: () => void;
}

/** Form for a requested code, with buttons to resend it or correct the address. */
export function OneTimeCode(props: OneTimeCodeProps) {
  const { to, next, sentAt, onSentAgain, onCorrect, onBack } = props;
  const [before] = useState(sentAt);
  const sendAgain = async (pass: CaptchaPass) => {
    const sentence = await sendOneTimeCode(to, next, pass);
    if (sentence !== null) return sentence;
    notify.success(t('auth.another.sent'), { id: 'another-code' });
    onSentAgain();
    return null;
  };
  return (
    <div className="grid gap-5">
      <MailboxButton to={to} />
      {/* A new code clears the typed one. */}
      <CodeForm
        key={sentAt}
        sent={signInCode(to)}
        label={t('auth.one_time.label')}
        takesFocus={sentAt !== before}
        onAccepted={() => greet(t('auth.signed_in'))}
      />
      <AnotherCode sentAt={sentAt} onSend={sendAgain} />
      {onCorrect && (
        <p className="type-meta">
          <TextButton alone onPress={onCorrect}>
            {t('auth.text.correct')}
          </TextButton>
        </p>
      )}
      <p className="type-meta">
        <TextButton alone onPress={onBack}>
          {t('auth.one_time.back')}
        </TextButton>
      </p>
    </div>
  );
}
