import type { AuthParts } from '../auth-parts.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import { assertOwn } from '../sessions/assert-own.ts';
import type { UserCall } from '../wire/endpoint.ts';

/** True if a service is configured that users may link; a company's own isn't. */
export function offersLinking({ identityProviders }: Pick<AuthParts, 'identityProviders'>): boolean {
  return identityProviders.some(({ domain }) => domain === null);
}

/** Required before every way to link an identity. Throws refusals. */
export async function assertMayLink(
  caller: Pick<UserCall, 'user' | 'session'>,
  { database }: AuthParts,
): Promise<void> {
  assertOwn(caller.user);
  assertAssured(caller, await factorsOf(database, caller.user.id));
}
