import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { refreshProfile } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';

const EVERY_MS = 1000;
/** Webhooks usually arrive within seconds. After this, the page says that it may take longer. */
const USUAL_DELAY_MS = 60_000;
const TOAST = { id: 'purchase' } as const;

/** True if the purchase of this checkout is recorded; false if that can't be read. */
async function isConfirmed(checkoutRef: string): Promise<boolean> {
  try {
    const server = await supabase();
    const { data } = await server
      .from('purchases')
      .select('id')
      .eq('checkout_ref', checkoutRef)
      .limit(1)
      .throwOnError();
    return data.length > 0;
  } catch (error) {
    logProblem('the purchase could not be looked up', error);
    return false;
  }
}

/** Polls until the purchase is recorded, which resolves to true, or `signal` aborts. */
export async function waitForPurchase(checkoutRef: string, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + USUAL_DELAY_MS;
  while (!signal.aborted && Date.now() < end) {
    // oxlint-disable-next-line no-await-in-loop -- each look waits for the one before
    if (await isConfirmed(checkoutRef)) {
      await refreshProfile();
      return true;
    }
    // oxlint-disable-next-line no-await-in-loop -- between two looks
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return false;
}

/** Waits in a toast after the page was left. */
export async function keepWaiting(checkoutRef: string): Promise<void> {
  notify.loading(t('checkout.still_waiting'), TOAST);
  const isThere = await waitForPurchase(checkoutRef, new AbortController().signal);
  if (isThere) notify.success(t('checkout.successful'), TOAST);
  else notify.blank(t('checkout.not_yet'), { ...TOAST, duration: 8000 });
}
