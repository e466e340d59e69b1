import type { Transaction } from '../../db/database.ts';
import { type Address, hasProvedAddress, isProved } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import { isBanned, type UserRow, updateUser } from './users.ts';

/** True if the account keeps its address or number when someone else proves it. Merely requesting it isn't enough. */
export function holdsOn(user: UserRow, kind: Address['kind'], now: Date): boolean {
  return isProved(user, { kind }) || isBanned(user, now);
}

/**
 * Removes an account whose address was never proved, in favour of the person who has proved it. An attacker may have
 * created it in advance: its password, factors and identities are theirs, and so are its statements, such as
 * accepting the terms. An account that has proved another address only loses this one.
 */
export async function releaseUnprovenAccount(
  tx: Transaction,
  user: UserRow,
  kind: Address['kind'],
  { ip, now }: { readonly ip: string; readonly now: Date },
): Promise<void> {
  if (hasProvedAddress(user)) {
    await updateUser(tx, user.id, kind === 'email' ? { email: null } : { phone: null }, now);
    return;
  }
  await writeAudit(tx, { action: 'user_deleted', userId: user.id, ip, now });
  await tx.query('delete from auth.users where id = $1', [user.id]);
}
