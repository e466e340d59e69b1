import { Link, Navigate, useSearchParams } from 'react-router';
import { WELCOME_CREDITS } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { nextPath } from '#web/lib/next-path.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { InlineError } from '#web/ui/inline-error.tsx';

export const meta = () =>
  pageMeta({
    title: messages.labels.logIn,
    description:
      'Log in to your list. Your tasks, and what the assistant delivered, are where you left them.',
    path: '/login',
  });

export default function Login() {
  useSessionStart();
  const user = useSession((state) => state.user);
  const arrival = useSession((state) => state.arrival);
  const [search] = useSearchParams();
  if (user !== null) return <Navigate to={nextPath(search)} replace />;
  return (
    <AuthPage heading={messages.labels.logIn} lead="Your list is where you left it.">
      {arrival.kind === 'failed' && (
        <div className="mb-4">
          <InlineError>{arrival.description}. Log in here, and a new link can be sent.</InlineError>
        </div>
      )}
      <LoginForm />
      <p className="type-meta mt-6 text-text-3">
        New here?{' '}
        <Link className="link" to="/register">
          {messages.labels.signUp}
        </Link>{' '}
        and get {WELCOME_CREDITS} free AI tasks.
      </p>
    </AuthPage>
  );
}
