import * as z from 'zod/mini';
import { PLAN_KEYS } from '#domain/shop/plans.ts';
import { supabase } from '../server/supabase.ts';

const planRow = z.object({
  item: z.enum(PLAN_KEYS),
  status: z.string(),
  paid_until: z.nullable(z.string()),
  cancels_at: z.nullable(z.string()),
  /** As it was sold, for a month or a year, and each month's credits; null: not on file. */
  price_cents: z.nullable(z.number()),
  price_currency: z.nullable(z.string()),
  credits: z.nullable(z.number()),
});
/** The plan that somebody pays for. */
export type PaidPlan = z.infer<typeof planRow>;

/** null: none runs. */
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
