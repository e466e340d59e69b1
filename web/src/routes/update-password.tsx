import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#domain/messages.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { UpdateForm } from '#web/features/auth/update-form.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { endSession, useSession } from '#web/lib/session.ts';
import { notify } from '#web/lib/toast.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';

export const meta = () =>
  pageMeta({
    title: 'Set a new password',
    description: 'Set a new password with the link from the mail.',
    path: '/update-password',
    hidden: true,
  });

/** Time to read that it worked before the login form comes. */
const REDIRECT_MS = 3000;

export default function UpdatePassword() {
  useSessionStart();
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const isLoading = useSession((state) => state.isLoading);
  const [updated, setUpdated] = useState(false);
  // Somebody may be signed in here already: that is not what a dead link has opened.
  const isRefused = useSession((state) => state.arrival.kind === 'failed');
  const linkIsDead = !isLoading && !updated && (user === null || isRefused);

  useEffect(() => {
    if (!linkIsDead) return;
    notify.error(messages.auth.resetLinkInvalid, { id: 'reset-link' });
    useSession.setState({ arrival: { kind: 'plain' } });
    void navigate('/reset-password', { replace: true });
  }, [linkIsDead, navigate]);

  useEffect(() => {
    if (!updated) return;
    const timer = setTimeout(() => {
      // The login form would send a signed-in person on to the list: the new password is to be typed once.
      void endSession().then(() => navigate('/login', { replace: true }));
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [updated, navigate]);

  const succeed = () => {
    notify.success(messages.auth.passwordUpdated);
    setUpdated(true);
  };
  return (
    <AuthPage
      heading="Set a new password"
      lead={updated ? 'Done. The login form comes in a moment.' : 'It replaces the old one at once.'}
    >
      {!updated && user !== null && !linkIsDead && (
        <UpdateForm onUpdated={succeed} onDeadLink={() => useSession.setState({ user: null })} />
      )}
    </AuthPage>
  );
}
