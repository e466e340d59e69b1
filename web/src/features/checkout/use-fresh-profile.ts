import { useEffect } from 'react';
import { refreshProfile, useSession } from '#web/lib/session/session.ts';

/** The provider's word may arrive at the server a little later than the buyer arrives here. */
const LOOKS_MS = [0, 2000, 4000];

/** Reads the profile again, as soon as it is known whose, and a few times more. */
export function useFreshProfile(): void {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    const timers = LOOKS_MS.map((delay) => setTimeout(() => void refreshProfile(), delay));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [userId]);
}
