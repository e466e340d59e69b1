import { Navigate, Outlet, useLocation } from 'react-router';
import { creditsLeft } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { CompleteProfile } from '#web/features/auth/complete-profile.tsx';
import { AppFrame } from '#web/features/shell/app-frame.tsx';
import { loginPath } from '#web/lib/next-path.ts';
import { type SessionState, useSession } from '#web/lib/session.ts';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { CreditsBadge } from '#web/ui/credits-badge.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';

/** Everything behind the sign-in. Without a session the way leads to the login, and from there back. */
export default function AppShell() {
  useSessionStart();
  const { user, profile, profileMissing, isLoading, leftByChoice } = useSession();
  const { pathname, search } = useLocation();
  if (user === null) {
    if (isLoading) return <LoadingPage awaited="Checking who is here. The server has not answered yet." />;
    return <Navigate to={leftByChoice ? '/' : loginPath(pathname + search)} replace />;
  }
  return (
    <AppFrame credits={profile && <Credits profile={profile} />}>
      {profileMissing ? <CompleteProfile /> : <Outlet />}
    </AppFrame>
  );
}

function Credits({ profile }: { profile: NonNullable<SessionState['profile']> }) {
  return (
    <CreditsBadge
      plan={messages.names.tier[profile.subscription_tier]}
      left={creditsLeft(profile)}
      limit={profile.credits_limit}
    />
  );
}
