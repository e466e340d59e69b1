import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Transaction } from '../db/database.ts';
import { writeAudit } from './audit.ts';
import type { AuthParts } from './auth-parts.ts';
import type { AuthCall } from './endpoint.ts';
import type { CodeChallenge } from './flow-states.ts';
import { mailAToken } from './mail-a-token.ts';
import { wantedTarget } from './request-input.ts';
import { showRequest } from './request-settings.ts';
import type { OpenedSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import {
  findUserByEmail,
  type IdentityRow,
  identitiesOf,
  insertUser,
  lockUserByEmail,
  type UserRow,
  updateUser,
} from './users.ts';

export interface Registration {
  readonly email: string;
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
      readonly mail: Mail;
    }
  | { readonly kind: 'taken' };

/** Makes the account, or finds out that there is one. Any mail is to be sent after it. */
export async function registerPerson(
  registration: Registration,
  call: AuthCall,
  parts: AuthParts,
): Promise<RegistrationOutcome> {
  const { email, password, metadata, challenge } = registration;
  const { now } = call;
  const confirmed = parts.settings.mailAutoconfirm;
  // Both before the transaction: a hash takes 20 ms in which others would wait for the row.
  const passwordHash = await parts.passwords.hash(password);
  const provenHash = await unconfirmedHashOpenedBy(password, email, parts);

  return parts.database.transaction(async (tx): Promise<RegistrationOutcome> => {
    await showRequest(tx, call);
    const created = await insertUser(tx, { email, passwordHash, metadata, confirmed, now });
    if (created) await parts.signedUp(tx, created.id);
    const user = created ?? (await lockUserByEmail(tx, email));
    const action = created ? 'user_signedup' : 'user_repeated_signup';
    await writeAudit(tx, { action, userId: user?.id ?? null, ip: call.context.ip, now });
    if (created && confirmed) {
      return { kind: 'signed_in', opened: await signIn(tx, created, 'password', { call, parts }) };
    }
    if (!user || user.email_confirmed_at !== null || confirmed) return { kind: 'taken' };
    const kept = created ?? (await withoutDoubtfulPassword(tx, user, { provenHash, now }));
    const target = parts.redirects.resolve(wantedTarget(call));
    const mailed = await mailAToken(tx, 'signup', { user: kept, email, target, challenge, now }, parts);
    return { kind: 'to_be_confirmed', ...mailed, identities: await identitiesOf(tx, user.id) };
  });
}

/** The stored hash of an account that waits for its confirmation, when this password opens it; else null. */
async function unconfirmedHashOpenedBy(
  password: string,
  email: string,
  parts: AuthParts,
): Promise<string | null> {
  const known = await findUserByEmail(parts.database, email);
  if (!known || known.email_confirmed_at !== null) return null;
  const opens = await parts.passwords.verify(password, known.encrypted_password);
  return opens ? known.encrypted_password : null;
}

/**
 * Two sign-ups with one address and two passwords: whoever then proves the address cannot tell whose password the
 * mail brings to life, perhaps that of somebody who waits for it. So none survives; "Forgot password" sets one.
 */
async function withoutDoubtfulPassword(
  tx: Transaction,
  user: UserRow,
  { provenHash, now }: { provenHash: string | null; now: Date },
): Promise<UserRow> {
  if (user.encrypted_password === null || user.encrypted_password === provenHash) return user;
  return updateUser(tx, user.id, { encrypted_password: null }, now);
}
