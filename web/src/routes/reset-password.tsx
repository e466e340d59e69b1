import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { LIGHT_PAGE } from '#web/features/auth/light/light-page.ts';
import { ResetForm } from '#web/features/auth/reset-form.tsx';
import { ResetSent } from '#web/features/auth/reset-sent.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/later.ts';

export const meta = () =>
  pageMeta({
    title: t('auth.reset.title'),
    description: t('auth.reset.description'),
    path: '/reset-password',
  });

export const handle = LIGHT_PAGE;

export default function ResetPassword() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const lead = isSent ? t('auth.reset.on_its_way', { email }) : t('auth.reset.lead');
  return (
    <AuthPage heading={t('auth.reset.title')} lead={lead}>
      {isSent ? (
        <ResetSent
          email={email}
          onCorrect={() => setSent(false)}
          onAccepted={() => void navigate('/update-password')}
        />
      ) : (
        <ResetForm
          initialEmail={email}
          onSent={(address) => {
            setEmail(address);
            setSent(true);
          }}
        />
      )}
      <p className="type-meta mt-6 text-text-3">
        <Link className="link" to="/login">
          {t('auth.reset.back')}
        </Link>
      </p>
    </AuthPage>
  );
}
