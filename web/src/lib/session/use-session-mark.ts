import { useEffect } from 'react';
import { useSession } from './session.ts';
import { SESSION_KEY } from './session-key.ts';

/**
 * Keeps `data-session` on <html> true, by which a public page shows "Dashboard" or "Log in" (`data-when`). The script
 * in the head has set it for the page that was opened; this is for pages that are reached, or left alone, later.
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
    // Storage may be forbidden: a session then lasts as long as the page, which knows of it itself.
    return false;
  }
}
