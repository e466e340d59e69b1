import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import { notify } from '#web/lib/toast.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { MailboxButton } from './mailbox-button.tsx';
import { resendVerification } from './resend-verification.ts';

export interface CheckMailProps {
  email: string;
  /** Back to the form, with what was typed. */
  onCorrect: () => void;
}

/** After sign-up: where the mail went, and the ways on if it does not come. */
export function CheckMail({ email, onCorrect }: CheckMailProps) {
  const config = useConfig();
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    await resendVerification(email);
    setSending(false);
  };
  return (
    <div className="grid gap-4">
      <p>
        Open the link sent to <strong className="font-medium wrap-anywhere">{email}</strong>. It confirms the
        address and leads to your list.
      </p>
      <MailboxButton email={email} />
      <CodeForm email={email} type="signup" onAccepted={() => notify.success(messages.auth.signedIn)} />
      <p className="type-meta text-text-3">
        {config?.mailbox
          ? 'Not there? Send it again, or '
          : 'No mail after a minute? Look in the spam folder, or '}
        <button type="button" className="link" onClick={onCorrect}>
          correct the address
        </button>
        .
      </p>
      <Button busy={sending} busyLabel="Sending…" onClick={() => void resend()}>
        Send it again
      </Button>
    </div>
  );
}
