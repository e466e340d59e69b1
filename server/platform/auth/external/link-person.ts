import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { identityLinkedMail } from '../mails/security-notices.ts';
import { findUserByEmail, lockUser, type UserChanges, type UserRow, updateUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import {
  type Arrival,
  addIdentity,
  factsOf,
  findIdentity,
  lockSubject,
  providersWith,
  refreshIdentity,
  vouchedAddress,
} from './identity-rows.ts';

/** The user who links the identity, and their session. */
export interface Linking {
  readonly userId: string;
  readonly sessionId: string | null;
}

/** Links an identity to an account. Throws if it belongs to another account. */
export async function linkPerson(
  tx: Transaction,
  { userId, sessionId, ...arrival }: Arrival & Linking,
  { now, context }: AuthCall,
): Promise<UserRow> {
  const { provider, person } = arrival;
  await lockSubject(tx, arrival);
  const user = await lockUser(tx, userId);
  // The session was ended concurrently: the request is no longer authorized.
  const sessions = await tx.query('select from auth.sessions where id = $1 and user_id = $2', [
    sessionId,
    userId,
  ]);
  if (!user || sessions.length === 0) throw refusals.badState();
  const known = await findIdentity(tx, arrival);
  if (known && known.user_id !== userId) throw refusals.identityTaken();
  if (known) await refreshIdentity(tx, known, person, now);
  else await addIdentity(tx, { userId, provider, person }, now);
  await writeAudit(tx, { action: 'identity_linked', userId, ip: context.ip, now });
  const changes = user.is_anonymous ? await permanentChanges(tx, user, arrival, now) : {};
  return updateUser(tx, userId, { ...changes, raw_app_meta_data: providersWith(user, provider) }, now);
}

/** Notifies the owner, after the commit. */
export function tellOfLink({ email }: UserRow, provider: string, { mail }: AuthParts): void {
  if (email) mail.tell(identityLinkedMail(email, provider, mail.sender));
}

/**
 * Turns an anonymous account into a permanent one. It gets the address if the service has verified it and it is free.
 */
async function permanentChanges(
  tx: Transaction,
  user: UserRow,
  { person }: Arrival,
  now: Date,
): Promise<UserChanges> {
  const email = user.email === null ? vouchedAddress(person) : undefined;
  const isFree = email !== undefined && (await findUserByEmail(tx, email)) === undefined;
  return {
    is_anonymous: false,
    raw_user_meta_data: { ...factsOf(person), ...user.raw_user_meta_data },
    ...(isFree && { email, email_confirmed_at: now }),
  };
}
