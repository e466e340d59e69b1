import { Trans } from '@lingui/react';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { LIGHT_PAGE } from '#web/features/auth/light/light-page.ts';
import { CheckMail } from '#web/features/auth/sign-up/check-mail.tsx';
import { RegisterForm } from '#web/features/auth/sign-up/register-form.tsx';
import type { Registration } from '#web/features/auth/sign-up/sign-up.ts';
import { takeFirstTask } from '#web/lib/device/first-task.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSearch } from '#web/lib/page/use-search.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { keepNext, nextPath } from '#web/lib/session/next-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
import { t } from '#web/texts/later.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

export const meta = () =>
  pageMeta({
    title: t('auth.register.title'),
    description: t('auth.register.description', { count: WELCOME_CREDITS }),
    path: '/register',
  });

export const handle = LIGHT_PAGE;

export default function Register() {
  useSessionStart();
  useEffect(takeFirstTask, []);
  const user = useSession((state) => state.user);
  const isHalfway = useSession((state) => state.halfway !== null);
  const config = useConfig();
  const search = useSearch();
  const next = nextPath(search);
  const [typed, setTyped] = useState<Registration | null>(null);
  const [sent, setSent] = useState(false);
  // Also after the address was confirmed in another tab.
  if (isHalfway) return <Navigate to={keepNext('/login', search)} replace />;
  if (user !== null) return <Navigate to={next} replace />;
  if (sent && typed !== null) {
    return (
      <AuthPage heading={t('auth.verify.title')} lead={t('auth.verify.lead')}>
        <CheckMail email={typed.email.trim()} next={next} onCorrect={() => setSent(false)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage heading={t('auth.register.title')} lead={t('auth.register.lead', { count: WELCOME_CREDITS })}>
      {config?.signUp === false ? (
        <Notice>{t('auth.register.closed')}</Notice>
      ) : (
        <RegisterForm
          initial={typed}
          next={next}
          onSent={(registration) => {
            setTyped(registration);
            setSent(true);
          }}
        />
      )}
      <p className="type-meta mt-6 text-text-3">
        <Trans
          id="auth.register.have_account"
          components={{ login: <Link className="link" to={keepNext('/login', search)} /> }}
        />
      </p>
    </AuthPage>
  );
}
