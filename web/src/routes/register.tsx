import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { WELCOME_CREDITS } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { CheckMail } from '#web/features/auth/check-mail.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import type { Registration } from '#web/features/auth/sign-up.ts';
import { HOME } from '#web/lib/next-path.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { Notice } from '#web/ui/notice.tsx';

export const meta = () =>
  pageMeta({
    title: messages.labels.signUp,
    description: `Make an account and get ${WELCOME_CREDITS} free AI tasks. No credit card.`,
    path: '/register',
  });

export default function Register() {
  useSessionStart();
  const user = useSession((state) => state.user);
  const config = useConfig();
  const [typed, setTyped] = useState<Registration | null>(null);
  const [sent, setSent] = useState(false);
  // Also when the address is confirmed in another tab: this one then follows.
  if (user !== null) return <Navigate to={HOME} replace />;
  if (sent && typed !== null) {
    return (
      <AuthPage heading="Check your mail" lead="One step is left.">
        <CheckMail email={typed.email.trim()} onCorrect={() => setSent(false)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage heading={messages.labels.signUp} lead={`${WELCOME_CREDITS} free AI tasks. No credit card.`}>
      {config?.signUp === false ? (
        <Notice>New accounts are closed on this installation.</Notice>
      ) : (
        <RegisterForm
          initial={typed}
          onSent={(registration) => {
            setTyped(registration);
            setSent(true);
          }}
        />
      )}
      <p className="type-meta mt-6 text-text-3">
        Have an account?{' '}
        <Link className="link" to="/login">
          {messages.labels.logIn}
        </Link>
      </p>
    </AuthPage>
  );
}
