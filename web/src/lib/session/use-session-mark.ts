import { useEffect } from 'react';
import { useSession } from './session.ts';
import { SESSION_KEY } from './session-key.ts';

/**
 * Keeps `data-session` on <html> current, by which public pages show "Dashboard" or "Log in" (`data-when`). The
 * script in the head sets it on page load; this covers client-side navigation and sign-outs.
 */
export function useSessionMark(): void {
  const user = useSession((state) => state.user);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-session', user !== null || hasStoredSession());
  }, [user]);
}

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    // Storage may be forbidden: a session then only lives in this page, which knows of it.
    return false;
  }
}
