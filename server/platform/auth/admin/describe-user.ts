import type { Runner } from '../../db/database.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import { identitiesOf, type UserRow } from '../sessions/users.ts';
import { toUserAnswer } from '../wire/user-answer.ts';

/** Returns the full user object, read in the caller's transaction. */
export async function describeUser(runner: Runner, user: UserRow): Promise<Record<string, unknown>> {
  const identities = await identitiesOf(runner, user.id);
  return toUserAnswer(user, identities, await factorsOf(runner, user.id));
}
