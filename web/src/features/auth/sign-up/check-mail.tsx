import { Trans } from '@lingui/react';
import { useState } from 'react';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { CodeForm } from '../code-form.tsx';
import { AnotherCode } from '../factors/another-code.tsx';
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
  const [first] = useState(() => Date.now());
  /** Time of the last email, in milliseconds since 1970. */
  const [sentAt, setSentAt] = useState(first);
  const sendAgain = async (pass: CaptchaPass) => {
    // Says itself why it wasn't sent.
    if (await resendVerification(email, next, pass)) setSentAt(Date.now());
    return null;
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
      {/* A new code clears the typed one. */}
      <CodeForm
        key={sentAt}
        sent={{ email, type: 'signup' }}
        takesFocus={sentAt !== first}
        onAccepted={() => greet(t('auth.signed_in'))}
      />
      <AnotherCode sentAt={sentAt} onSend={sendAgain} />
      <CorrectAddress onCorrect={onCorrect} />
    </div>
  );
}
