import * as z from 'zod/mini';
import { PLAN_KEYS } from '#domain/shop/plans.ts';
import { supabase } from '../server/supabase.ts';

const planRow = z.object({
  item: z.enum(PLAN_KEYS),
  status: z.string(),
  paid_until: z.nullable(z.string()),
  cancels_at: z.nullable(z.string()),
  /** Price per month or year as sold, and monthly credits; null if not on file. */
  price_cents: z.nullable(z.number()),
  price_currency: z.nullable(z.string()),
  credits: z.nullable(z.number()),
});
/** The plan that the user pays for. */
export type PaidPlan = z.infer<typeof planRow>;

/** Null if there is none. */
export async function readPaidPlan(): Promise<PaidPlan | null> {
  const server = await supabase();
  const { data } = await server
    .from('subscriptions')
    .select('item, status, paid_until, cancels_at, price_cents, price_currency, credits')
    .in('status', ['active', 'unpaid'])
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [plan] = z.parse(z.array(planRow), data);
  return plan ?? null;
}
