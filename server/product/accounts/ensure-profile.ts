import { profileOutput } from '#domain/functions/answers.ts';
import { type EnsureProfileInput, ensureProfileInput } from '#domain/functions/inputs.ts';
import { FIRST_SIGN_IN_CREDITS } from '#domain/shop/credits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { ProductEvents } from '../events.ts';
import type { SignedUp } from './report-sign-up.ts';
import { userIdOf } from './user-id-of.ts';

/**
 * POST /functions/v1/ensure-profile: creates the caller's profile if the account didn't come through the
 * sign-up form. Idempotent, also for fifty parallel calls.
 */
export function ensureProfileFunction(deps: {
  database: Database;
  events: ProductEvents;
  signedUp?: SignedUp;
}): FunctionDefinition<EnsureProfileInput> {
  return {
    name: 'ensure-profile',
    access: 'user',
    input: ensureProfileInput,
    async handle({ input, caller, context }) {
      const userId = userIdOf(caller);
      const { opened, row } = await deps.database.transaction(async (tx) => {
        const [account] = await tx.query<{ opened: boolean }>(
          'select private.open_account($1, $2, $3, $4) as opened',
          [userId, FIRST_SIGN_IN_CREDITS, input.marketing_accepted, context.ip],
        );
        if (account?.opened) await deps.signedUp?.(tx, userId);
        const [found] = await tx.query<{ profile: unknown }>(
          'select to_jsonb(p) as profile from public.profiles p where p.id = $1',
          [userId],
        );
        return { opened: account?.opened === true, row: found };
      });
      if (!row) throw new FunctionError(404, 'not_found', 'This account no longer exists.');
      if (opened) deps.events.accountOpened({ user_id: userId });
      return profileOutput.parse({ profile: row.profile });
    },
  };
}
