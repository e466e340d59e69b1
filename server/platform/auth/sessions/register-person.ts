import type { Transaction } from '../../db/database.ts';
import {
  type Address,
  findUserByAddress,
  hasProvedAddress,
  lockUserByAddress,
  type Message,
  toColumns,
} from '../addresses/address.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import { mailAToken } from '../proofs/mail-a-token.ts';
import { textACode } from '../proofs/text-a-code.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import { wantedTarget } from '../wire/request-input.ts';
import { showRequest } from '../wire/request-settings.ts';
import type { OpenedSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { type IdentityRow, identitiesOf, insertUser, type UserRow, updateUser } from './users.ts';

export interface Registration {
  readonly address: Address;
  readonly password: string;
  readonly metadata: Record<string, unknown>;
  readonly challenge: CodeChallenge | null;
}

export type RegistrationOutcome =
  | { readonly kind: 'signed_in'; readonly opened: OpenedSession }
  | {
      readonly kind: 'to_be_confirmed';
      readonly user: UserRow;
      readonly identities: readonly IdentityRow[];
      readonly message: Message;
    }
  | { readonly kind: 'taken' };

/** Creates the account, or finds the existing one. Messages are to be sent afterwards. */
export async function registerPerson(
  registration: Registration,
  call: AuthCall,
  parts: AuthParts,
): Promise<RegistrationOutcome> {
  const { address, password, metadata } = registration;
  const { now } = call;
  // A number is always verified: texts to it cost someone money.
  const confirmed = address.kind === 'email' && parts.settings.mailAutoconfirm;
  // Both before the transaction: a hash takes 20 ms, and others would wait for the row lock.
  const passwordHash = await parts.passwords.hash(password);
  const provenHash = await matchingUnconfirmedHash(password, address, parts);

  return parts.database.transaction(async (tx): Promise<RegistrationOutcome> => {
    await showRequest(tx, call);
    const created = await insertUser(tx, { ...toColumns(address), passwordHash, metadata, confirmed, now });
    if (created) await parts.signedUp(tx, created.id);
    const user = created ?? (await lockUserByAddress(tx, address));
    const action = created ? 'user_signedup' : 'user_repeated_signup';
    await writeAudit(tx, { action, userId: user?.id ?? null, ip: call.context.ip, now });
    if (created && confirmed) {
      return { kind: 'signed_in', opened: await signIn(tx, created, 'password', { call, parts }) };
    }
    // Once any address is proved, the account has an owner, whose password and data a stranger must not change.
    if (!user || hasProvedAddress(user) || confirmed) return { kind: 'taken' };
    const kept = created ?? (await dropConflictingPassword(tx, user, { provenHash, now }));
    const asked = await askToConfirm(tx, kept, registration, call, parts);
    return { kind: 'to_be_confirmed', ...asked, identities: await identitiesOf(tx, user.id) };
  });
}

async function askToConfirm(
  tx: Transaction,
  user: UserRow,
  { address, challenge }: Registration,
  call: AuthCall,
  parts: AuthParts,
): Promise<{ user: UserRow; message: Message }> {
  const { now } = call;
  if (address.kind === 'phone') {
    const texted = await textACode(tx, 'sign_in_code', { user, phone: address.value, now }, parts);
    return { user: texted.user, message: { kind: 'text', text: texted.text } };
  }
  const target = parts.redirects.resolve(wantedTarget(call));
  const token = { user, email: address.value, target, challenge, now };
  const mailed = await mailAToken(tx, 'signup', token, parts);
  return { user: mailed.user, message: { kind: 'mail', mail: mailed.mail } };
}

/** Returns the stored hash of an unconfirmed account if this password matches it, null otherwise. */
async function matchingUnconfirmedHash(
  password: string,
  address: Address,
  parts: AuthParts,
): Promise<string | null> {
  const known = await findUserByAddress(parts.database, address);
  if (!known || hasProvedAddress(known)) return null;
  const opens = await parts.passwords.verify(password, known.encrypted_password);
  return opens ? known.encrypted_password : null;
}

/**
 * Two sign-ups with one address but different passwords: the confirming owner can't know which of them the mail would
 * activate, maybe an attacker's. So neither is kept; "Forgot password" sets a new one.
 */
async function dropConflictingPassword(
  tx: Transaction,
  user: UserRow,
  { provenHash, now }: { provenHash: string | null; now: Date },
): Promise<UserRow> {
  if (user.encrypted_password === null || user.encrypted_password === provenHash) return user;
  return updateUser(tx, user.id, { encrypted_password: null }, now);
}
