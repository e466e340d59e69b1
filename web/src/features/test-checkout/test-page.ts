import * as z from 'zod/mini';
import { PLAN_KEYS, type PlanKey } from '#domain/shop/plans.ts';

const plan = z.object({
  item: z.enum(PLAN_KEYS),
  next_item: z.enum(PLAN_KEYS),
  is_cancelled: z.boolean(),
  paid_until: z.string(),
});
export type TestPlan = z.infer<typeof plan>;

const page = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('checkout'),
    name: z.string(),
    description: z.string(),
    cents: z.number(),
    currency: z.string(),
    interval: z.nullable(z.enum(['month', 'year'])),
    is_paid: z.boolean(),
    back_url: z.string(),
  }),
  z.object({ kind: z.literal('portal'), back_url: z.string(), plan: z.nullable(plan) }),
]);
export type TestPage = z.infer<typeof page>;
export type TestOrder = Extract<TestPage, { kind: 'checkout' }>;

const answer = z.object({ url: z.string() });

/** Order or portal behind a reference; null if there is none. */
export async function readTestPage(ref: string): Promise<TestPage | null> {
  const response = await fetch(addressOf(ref));
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the test checkout answered ${response.status}`);
  return page.parse(await response.json());
}

/** Performs an act of the page. Returns the URL to go to. */
export async function actOnTestPage(
  ref: string,
  act: 'pay' | 'cancel' | 'resume' | PlanKey,
): Promise<string> {
  const response = await fetch(addressOf(ref), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ act }),
  });
  if (!response.ok) throw new Error(`the test checkout answered ${response.status}`);
  return answer.parse(await response.json()).url;
}

/** The reference comes from the URL, so it is untrusted. */
const addressOf = (ref: string): string => `/local/checkout/${encodeURIComponent(ref)}`;

export const otherPlans = (than: PlanKey): PlanKey[] => PLAN_KEYS.filter((each) => each !== than);
