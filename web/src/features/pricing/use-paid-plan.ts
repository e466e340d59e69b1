import { useEffect, useState } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { type PaidPlan, readPaidPlan } from '#web/lib/plans/paid-plan.ts';
import { useSession } from '#web/lib/session/session.ts';

/** What the signed-in person pays for, or null: nothing, nobody, or not known (yet). */
export function usePaidPlan(): PaidPlan | null {
  const userId = useSession((state) => state.user?.id);
  const [known, setKnown] = useState<{ userId: string; plan: PaidPlan | null } | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    let wanted = true;
    const read = () =>
      void readPaidPlan().then(
        (plan) => wanted && setKnown({ userId, plan }),
        // Without it the page shows the tier, and the payment provider's page says the rest.
        (error: unknown) => logProblem('the plan could not be read', error),
      );
    // Back from the payment provider's page, the browser may show this one as it was left.
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
