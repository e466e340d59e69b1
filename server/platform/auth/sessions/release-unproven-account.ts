import type { Transaction } from '../../db/database.ts';
import { type Address, hasProvedAddress, isProved } from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import { isBanned, type UserRow, updateUser } from './users.ts';

/** Whether the account keeps its address or number from somebody who proves it: to ask for one is not to have it. */
export function holdsOn(user: UserRow, kind: Address['kind'], now: Date): boolean {
  return isProved(user, { kind }) || isBanned(user, now);
}

/**
 * An account with this address whose owner never proved it may have been made by somebody who waits for the owner to
 * come. Its password, factors and identities are theirs, and so is what it says: that the terms were accepted, for
 * one. So it goes, and the owner begins anew. Where its maker has proved another address, it only loses this one.
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
