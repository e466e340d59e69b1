import { type PaidPlan, readPaidPlan } from '#web/lib/plans/paid-plan.ts';
import { supabase } from '#web/lib/server/supabase.ts';

export interface Buying {
  /** null: none runs. */
  readonly plan: PaidPlan | null;
  /** There are bills to look at. */
  readonly hasBought: boolean;
}

/** What has been bought here. */
export async function readBuying(): Promise<Buying> {
  const server = await supabase();
  const [plan, purchases] = await Promise.all([
    readPaidPlan(),
    server.from('purchases').select('id').limit(1).throwOnError(),
  ]);
  return { plan, hasBought: plan !== null || purchases.data.length > 0 };
}
