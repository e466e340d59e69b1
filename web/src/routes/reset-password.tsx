import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { CodeForm } from '#web/features/auth/code-form.tsx';
import { MailboxButton } from '#web/features/auth/mailbox-button.tsx';
import { ResetForm } from '#web/features/auth/reset-form.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { t } from '#web/texts/app.ts';

export const meta = () =>
  pageMeta({
    title: t('auth.reset.title'),
    description: t('auth.reset.description'),
    path: '/reset-password',
  });

export default function ResetPassword() {
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const lead = sentTo === null ? t('auth.reset.lead') : t('auth.reset.on_its_way', { email: sentTo });
  return (
    <AuthPage heading={t('auth.reset.title')} lead={lead}>
      {sentTo === null && <ResetForm onSent={setSentTo} />}
      {sentTo !== null && (
        <div className="grid gap-4">
          <MailboxButton to={{ kind: 'email', address: sentTo }} />
          <CodeForm
            sent={{ email: sentTo, type: 'recovery' }}
            onAccepted={() => void navigate('/update-password')}
          />
        </div>
      )}
      <p className="type-meta mt-6 text-text-3">
        <Link className="link" to="/login">
          {t('auth.reset.back')}
        </Link>
      </p>
    </AuthPage>
  );
}
