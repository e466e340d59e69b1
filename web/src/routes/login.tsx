import { Trans } from '@lingui/react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { WELCOME_CREDITS } from '#domain/credits.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { OneTimeCode } from '#web/features/auth/one-time-code.tsx';
import { SecondFactorPage } from '#web/features/auth/second-factor-page.tsx';
import { keepNext, nextPath } from '#web/lib/next-path.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { t } from '#web/texts/app.ts';
import { InlineError } from '#web/ui/inline-error.tsx';

export const meta = () =>
  pageMeta({ title: t('auth.login.title'), description: t('auth.login.description'), path: '/login' });

export default function Login() {
  useSessionStart();
  const user = useSession((state) => state.user);
  const halfway = useSession((state) => state.halfway);
  const arrival = useSession((state) => state.arrival);
  const search = useSearch();
  const [email, setEmail] = useState('');
  const [codeSent, setCodeSent] = useState(false);
  if (halfway !== null) return <SecondFactorPage user={halfway} />;
  if (user !== null) return <Navigate to={nextPath(search)} replace />;
  if (codeSent) {
    return (
      <AuthPage heading={t('auth.one_time.title')} lead={t('auth.one_time.lead', { email })}>
        <OneTimeCode email={email} onBack={() => setCodeSent(false)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage heading={t('auth.login.title')} lead={t('auth.login.lead')}>
      {arrival.kind === 'failed' && (
        <div className="mb-4">
          <InlineError>{arrival.description}</InlineError>
        </div>
      )}
      <LoginForm
        next={nextPath(search)}
        initialEmail={email}
        onCodeSent={(address) => {
          setEmail(address);
          setCodeSent(true);
        }}
      />
      <p className="type-meta mt-6 text-text-3">
        <Trans
          id="auth.login.new_here"
          values={{ count: WELCOME_CREDITS }}
          components={{ register: <Link className="link" to={keepNext('/register', search)} /> }}
        />
      </p>
    </AuthPage>
  );
}
