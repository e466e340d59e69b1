import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { CodeForm } from '#web/features/auth/code-form.tsx';
import { MailboxButton } from '#web/features/auth/mailbox-button.tsx';
import { ResetForm } from '#web/features/auth/reset-form.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Reset password',
    description: 'Get a mail with a link to set a new password.',
    path: '/reset-password',
  });

export default function ResetPassword() {
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const lead =
    sentTo === null
      ? 'We send you a link to set a new one.'
      : `If ${sentTo} has an account, a link to set a new password is on its way.`;
  return (
    <AuthPage heading="Reset password" lead={lead}>
      {sentTo === null && <ResetForm onSent={setSentTo} />}
      {sentTo !== null && (
        <div className="grid gap-4">
          <MailboxButton email={sentTo} />
          <CodeForm email={sentTo} type="recovery" onAccepted={() => void navigate('/update-password')} />
        </div>
      )}
      <p className="type-meta mt-6 text-text-3">
        <Link className="link" to="/login">
          Back to the login
        </Link>
      </p>
    </AuthPage>
  );
}
