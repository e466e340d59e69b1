import { type RedeemInput, redeemInput } from '#domain/functions/inputs.ts';
import { REDEEM_REFUSALS, tooManyTries } from '#domain/functions/redeem-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import { peerKey } from '#server/platform/http/peer-key.ts';
import type { RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductEvents } from '../events.ts';
import type { ProductLimits } from '../limits.ts';
import { digestOfCode } from './code-text.ts';

export interface RedeemDeps {
  readonly database: Database;
  readonly limiter: RateLimiter;
  readonly limits: ProductLimits;
  readonly events: ProductEvents;
}

type Outcome = { readonly outcome: 'granted'; readonly granted: number } | { readonly outcome: Refused };
type Refused = keyof typeof REFUSED;

/** Response codes by the database's result. */
const REFUSED = {
  unknown: 'unknown_code',
  revoked: 'revoked_code',
  expired: 'expired_code',
  repeated: 'already_redeemed',
  used_up: 'used_code',
} as const;

/**
 * POST /functions/v1/redeem: redeems a code for credits that never expire. Once per code and user, even in
 * races.
 */
export function redeemFunction(deps: RedeemDeps): FunctionDefinition<RedeemInput> {
  const { database, limiter, limits, events } = deps;

  /** Every attempt counts, before it is checked: a user with the right code needs only one. */
  async function take(key: string, limit: RateLimit): Promise<void> {
    const taken = await limiter.take(key, limit);
    if (!taken.ok) throw new FunctionError(429, 'too_many_tries', tooManyTries(taken.retryAfter));
  }

  return {
    name: 'redeem',
    access: 'user',
    input: redeemInput,
    async handle({ input, caller, context }) {
      const userId = userIdOf(caller);
      await take(`redeem-peer:${peerKey(context.ip)}`, limits.redeem.peer);
      await take(`redeem:${userId}`, limits.redeem.person);
      const [answer] = await database.query<Outcome>('select * from private.redeem($1, $2)', [
        userId,
        digestOfCode(input.code),
      ]);
      if (!answer) throw new Error('private.redeem has answered nothing');
      if (answer.outcome !== 'granted') {
        const code = REFUSED[answer.outcome];
        throw new FunctionError(REDEEM_REFUSALS[code].status, code, REDEEM_REFUSALS[code].message);
      }
      events.codeRedeemed({ user_id: userId, credits: answer.granted });
      return { granted: answer.granted };
    },
  };
}
