import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { SecondFactorPage } from '#web/features/auth/factors/second-factor-page.tsx';
import { UpdateForm } from '#web/features/auth/update-form.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { notify } from '#web/lib/page/toast.ts';
import { Unreached } from '#web/lib/page/unreached.tsx';
import { endSession, useSession } from '#web/lib/session/session.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
import { t } from '#web/texts/later.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';

export const meta = () =>
  pageMeta({
    title: t('auth.update.title'),
    description: t('auth.update.description'),
    path: '/update-password',
    hidden: true,
  });

/** Time to read the confirmation before the login form opens. */
const REDIRECT_MS = 3000;

export default function UpdatePassword() {
  useSessionStart();
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const halfway = useSession((state) => state.halfway);
  const isLoading = useSession((state) => state.isLoading);
  const [updated, setUpdated] = useState(false);
  const [outdated, setOutdated] = useState(false);
  // Another user may be signed in here already, whose session doesn't come from the dead link.
  const isRefused = useSession((state) => state.entry.kind === 'failed');
  const isUnreached = useSession((state) => state.isUnreached);
  const isNobody = !isUnreached && (user ?? halfway) === null;
  const linkIsDead = !isLoading && !updated && (isRefused || outdated || isNobody);

  useEffect(() => {
    if (!linkIsDead) return;
    notify.error(t('auth.update.link_invalid'), { id: 'reset-link' });
    useSession.setState({ entry: { kind: 'plain' } });
    void navigate('/reset-password', { replace: true });
  }, [linkIsDead, navigate]);

  useEffect(() => {
    if (!updated) return;
    const timer = setTimeout(() => {
      // Otherwise the login form would redirect to the list, without asking for the new password.
      void endSession().then(() => navigate('/login', { replace: true }));
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [updated, navigate]);

  const succeed = () => {
    notify.success(t('auth.update.updated'));
    setUpdated(true);
  };
  // A link only proves access to the mailbox, so users with a second factor must verify that too.
  if (halfway !== null && !linkIsDead) return <SecondFactorPage user={halfway} />;
  return (
    <AuthPage heading={t('auth.update.title')} lead={updated ? t('auth.update.done') : t('auth.update.lead')}>
      {isLoading && user === null && <LoadingPage awaited={t('shell.checking')} />}
      {isUnreached && <Unreached>{t('auth.update.unreached')}</Unreached>}
      {!updated && user !== null && !linkIsDead && (
        <UpdateForm onUpdated={succeed} onDeadLink={() => setOutdated(true)} />
      )}
    </AuthPage>
  );
}
