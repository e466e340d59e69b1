import * as z from 'zod/mini';
import { supabase } from '#web/lib/supabase.ts';

const planRow = z.object({
  item: z.enum(['start_monthly', 'start_yearly', 'pro_monthly', 'pro_yearly']),
  status: z.string(),
  paid_until: z.nullable(z.string()),
  cancels_at: z.nullable(z.string()),
});
/** The plan that somebody pays for. */
export type PaidPlan = z.infer<typeof planRow>;

export interface Buying {
  /** null: none runs. */
  readonly plan: PaidPlan | null;
  /** There are bills to look at. */
  readonly hasBought: boolean;
}

/** What has been bought here. */
export async function readBuying(): Promise<Buying> {
  const server = await supabase();
  const [plans, purchases] = await Promise.all([
    server
      .from('subscriptions')
      .select('item, status, paid_until, cancels_at')
      .in('status', ['active', 'unpaid'])
      .order('created_at', { ascending: false })
      .limit(1)
      .throwOnError(),
    server.from('purchases').select('id').limit(1).throwOnError(),
  ]);
  const [plan] = z.parse(z.array(planRow), plans.data);
  return { plan: plan ?? null, hasBought: plan !== undefined || purchases.data.length > 0 };
}
