import { useEffect, useState } from 'react';
import { logProblem } from '../log.ts';
import { useSession } from '../session/session.ts';
import { type PaidPlan, readPaidPlan } from './paid-plan.ts';

/** The signed-in user's paid plan; null without one, without a user, or while unknown. */
export function usePaidPlan(): PaidPlan | null {
  const userId = useSession((state) => state.user?.id);
  const [known, setKnown] = useState<{ userId: string; plan: PaidPlan | null } | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    let wanted = true;
    const read = () =>
      void readPaidPlan().then(
        (plan) => wanted && setKnown({ userId, plan }),
        // The page then shows the tier only; the payment provider's page has the rest.
        (error: unknown) => logProblem('the plan could not be read', error),
      );
    // The browser may restore this page from the back/forward cache after a checkout.
    const shown = (event: PageTransitionEvent) => event.persisted && read();
    read();
    window.addEventListener('pageshow', shown);
    return () => {
      wanted = false;
      window.removeEventListener('pageshow', shown);
    };
  }, [userId]);
  return known !== null && known.userId === userId ? known.plan : null;
}
