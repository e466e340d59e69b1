import { z } from 'zod';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import { findAccount, person } from './find-account.ts';
import { momentToCome } from './moment-to-come.ts';
import { OperatorError, operatorAct } from './operator-act.ts';

export const grantCreditsAct = operatorAct({
  name: 'grant-credits',
  input: z.strictObject({
    person,
    amount: z.int().min(1).max(100_000),
    /** Null: they never expire. */
    expires_at: momentToCome.nullable().default(null),
  }),
  async perform(tx, { person: who, amount, expires_at: expiresAt }) {
    const userId = await findAccount(tx, who);
    await grantCredits(tx, {
      userId,
      kind: 'operator',
      amount,
      expiresAt,
      source: 'operator',
      // Random, so that repeating the command grants again.
      sourceRef: newUuid(),
    });
    return {
      result: { granted: amount, ...(await creditsOf(tx, userId)) },
      userId,
      details: { amount, expires_at: expiresAt },
    };
  },
});

/** Grants a tier without payment, with an allowance each calendar month; `free` revokes it. */
export const setTierAct = operatorAct({
  name: 'set-tier',
  input: z.strictObject({
    person,
    tier: z.enum(['free', 'start', 'pro', 'premium']),
    allowance: z.int().min(1).max(100_000).optional(),
  }),
  async perform(tx, { person: who, tier, allowance: asked }, { catalogue }) {
    const userId = await findAccount(tx, who);
    if (tier === 'free' && asked !== undefined) {
      throw new OperatorError('The free plan has a fixed allowance. Leave out --allowance.');
    }
    const allowance = asked ?? usualAllowance(tier, catalogue);
    if (allowance === undefined) {
      throw new OperatorError('Premium has no fixed allowance. Add --allowance.');
    }
    const [row] = await tx.query<{ done: boolean }>('select private.set_tier($1, $2, $3) as done', [
      userId,
      tier,
      allowance,
    ]);
    if (!row?.done)
      throw new OperatorError(`${who} hasn't accepted the terms yet, so they can't have a plan.`);
    return {
      result: { tier, allowance, ...(await creditsOf(tx, userId)) },
      userId,
      details: { tier, allowance },
    };
  },
});

/** Undefined for premium, which has none of its own. */
function usualAllowance(tier: string, { plans }: Catalogue): number | undefined {
  if (tier === 'free') return MONTHLY_ALLOWANCE.free;
  return plans.find((plan) => plan.tier === tier)?.tasksPerMonth;
}

async function creditsOf(tx: Transaction, userId: string): Promise<{ credits_left: number }> {
  const [row] = await tx.query<{ credits_left: number }>(
    `select coalesce(sum(granted - spent), 0)::integer as credits_left from private.credit_balances
     where user_id = $1 and (expires_at is null or expires_at > now())`,
    [userId],
  );
  return { credits_left: row?.credits_left ?? 0 };
}
