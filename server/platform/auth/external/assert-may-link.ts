import type { AuthParts } from '../auth-parts.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import { assertOwn } from '../sessions/assert-own.ts';
import type { UserCall } from '../wire/endpoint.ts';

/** Whether there is a service that people may add to their accounts: a company's own is none. */
export function offersLinking({ identityProviders }: Pick<AuthParts, 'identityProviders'>): boolean {
  return identityProviders.some(({ domain }) => domain === null);
}

/** In front of every way to add an identity to one's account. Throws refusals. */
export async function assertMayLink(
  caller: Pick<UserCall, 'user' | 'session'>,
  { database }: AuthParts,
): Promise<void> {
  assertOwn(caller.user);
  assertAssured(caller, await factorsOf(database, caller.user.id));
}
