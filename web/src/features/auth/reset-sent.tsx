import { useState } from 'react';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/later.ts';
import { CodeForm } from './code-form.tsx';
import { AnotherCode } from './factors/another-code.tsx';
import { sendReset } from './send-reset.ts';
import { CorrectAddress } from './sign-up/correct-address.tsx';
import { MailboxButton } from './sign-up/mailbox-button.tsx';

export interface ResetSentProps {
  email: string;
  /** Returns to the form with its values. */
  onCorrect: () => void;
  /** Called once the code was accepted and a new password can be set. */
  onAccepted: () => void;
}

/** After a reset email: field for its code, resend, and correct the address. */
export function ResetSent({ email, onCorrect, onAccepted }: ResetSentProps) {
  const [first] = useState(() => Date.now());
  /** Time of the last email, in milliseconds since 1970. */
  const [sentAt, setSentAt] = useState(first);
  const sendAgain = async (pass: CaptchaPass) => {
    const sentence = await sendReset(email, pass);
    if (sentence !== null) return sentence;
    notify.success(t('auth.another.sent'), { id: 'another-code' });
    setSentAt(Date.now());
    return null;
  };
  return (
    <div className="grid gap-5">
      <MailboxButton to={{ kind: 'email', address: email }} />
      {/* A new code clears the typed one. */}
      <CodeForm
        key={sentAt}
        sent={{ email, type: 'recovery' }}
        takesFocus={sentAt !== first}
        onAccepted={onAccepted}
      />
      <AnotherCode sentAt={sentAt} onSend={sendAgain} />
      <CorrectAddress onCorrect={onCorrect} />
    </div>
  );
}
