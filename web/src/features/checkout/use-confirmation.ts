import { useEffect, useState } from 'react';
import { useSession } from '#web/lib/session/session.ts';
import { keepWaiting, waitForPurchase } from './purchase-watch.ts';

export type Confirmation = 'waiting' | 'confirmed';

/** Waits for the payment provider's word about a checkout; a toast goes on waiting where the page is left before it. */
export function useConfirmation(checkoutRef: string | undefined): Confirmation | null {
  const userId = useSession((state) => state.user?.id);
  const [state, setState] = useState<Confirmation>('waiting');
  useEffect(() => {
    if (checkoutRef === undefined || userId === undefined) return;
    const leaving = new AbortController();
    let isThere = false;
    void waitForPurchase(checkoutRef, leaving.signal).then((found) => {
      isThere = found;
      if (found && !leaving.signal.aborted) setState('confirmed');
    });
    return () => {
      leaving.abort();
      if (!isThere) void keepWaiting(checkoutRef);
    };
  }, [checkoutRef, userId]);
  return checkoutRef === undefined || userId === undefined ? null : state;
}
