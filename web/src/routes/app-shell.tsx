import { Navigate, Outlet, useLocation } from 'react-router';
import { PlanCredits } from '#web/features/credits/plan-credits.tsx';
import { AppFrame } from '#web/features/shell/app-frame.tsx';
import { useAddTask } from '#web/features/tasks/add-task-button.tsx';
import { registerTaskChanges } from '#web/features/tasks/register-task-changes.ts';
import { Loaded } from '#web/lib/loaded.tsx';
import { loginPath } from '#web/lib/next-path.ts';
import { QueryProvider } from '#web/lib/query-provider.tsx';
import { useSession } from '#web/lib/session.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { LoadingPage } from '#web/ui/loading-page.tsx';
import { LoadingScreen } from '#web/ui/loading-screen.tsx';

/** Asked once in an account's life, and of few: its form is not for everybody to load. */
const loadCompleteProfile = async () =>
  (await import('#web/features/auth/complete-profile.tsx')).CompleteProfile;

/** Everything behind the sign-in. Without a session the way leads to the login, and from there back. */
export default function AppShell() {
  useSessionStart();
  const { user, profileMissing, isLoading, leftByChoice } = useSession();
  const addTask = useAddTask();
  const { pathname, search } = useLocation();
  if (user === null) {
    if (isLoading) return <LoadingScreen awaited="Checking who is here. The server has not answered yet." />;
    return <Navigate to={leftByChoice ? '/' : loginPath(pathname + search)} replace />;
  }
  return (
    <AppFrame credits={<PlanCredits />} onAddTask={profileMissing ? undefined : addTask}>
      {profileMissing ? (
        <Loaded load={loadCompleteProfile} props={{}} waiting={<LoadingPage />} />
      ) : (
        <QueryProvider key={user.id} userId={user.id} prepare={registerTaskChanges}>
          <Outlet />
        </QueryProvider>
      )}
    </AppFrame>
  );
}
