import { newUuid } from '#server/lib/ids.ts';
import type { ExternalPerson, IdentityProvider } from '#server/providers/identity/identity.ts';
import type { Transaction } from '../../db/database.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { releaseUnprovenAccount } from '../sessions/release-unproven-account.ts';
import { isBanned, lockUser, lockUserByEmail, type UserRow, updateUser } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import { showRequest } from '../wire/request-settings.ts';
import {
  type Arrival,
  addIdentity,
  factsOf,
  findIdentity,
  lockSubject,
  providersWith,
  refreshIdentity,
  vouchedAddress,
  whyNotVouched,
} from './identity-rows.ts';

/**
 * Finds or creates the account of an external identity, by issuer and subject, never by address alone. An address is
 * only matched to an existing account if both sides have verified it.
 */
export async function resolvePerson(
  tx: Transaction,
  { provider: { name: provider, domain }, person }: { provider: IdentityProvider; person: ExternalPerson },
  call: AuthCall,
  parts: AuthParts,
): Promise<UserRow> {
  const { now } = call;
  const arrival: Arrival = { provider, person };
  await lockSubject(tx, arrival);
  const known = await findIdentity(tx, arrival);
  if (known) {
    const user = assertWelcome(await lockUser(tx, known.user_id), call);
    await refreshIdentity(tx, known, person, now);
    return user;
  }
  const email = vouchedAddress(person);
  // Same answer whether or not the address has an account: an unverified one must not reveal that.
  if (email === undefined) {
    parts.log.warn("couldn't use a login service", { provider, reason: whyNotVouched(person, domain) });
    throw refusals.emailNeedsVerification();
  }
  // Company accounts are separate: they are never matched to personal ones.
  const existing = domain === null ? await lockUserByEmail(tx, email) : undefined;
  if (existing) assertWelcome(existing, call);
  const proved = existing && existing.email_confirmed_at !== null ? existing : undefined;
  const user =
    proved ?? (await createAccount(tx, { arrival, email, domain, unproved: existing }, call, parts));
  await addIdentity(tx, { userId: user.id, ...arrival }, now);
  if (!proved) return user;
  return updateUser(tx, user.id, { raw_app_meta_data: providersWith(user, provider) }, now);
}

function assertWelcome(user: UserRow | undefined, { now }: AuthCall): UserRow {
  if (!user) throw refusals.badCallback();
  if (isBanned(user, now)) throw refusals.userBanned(403);
  return user;
}

interface NewAccount {
  readonly arrival: Arrival;
  readonly email: string;
  /** Set for a company's identity. */
  readonly domain: string | null;
  /** An account with this address that never proved it. */
  readonly unproved: UserRow | undefined;
}

async function createAccount(
  tx: Transaction,
  { arrival: { provider, person }, email, domain, unproved }: NewAccount,
  call: AuthCall,
  { settings }: AuthParts,
): Promise<UserRow> {
  // Configuring a company's service, or creating the account, has already admitted the person.
  if (!settings.signUp && domain === null && !unproved) throw refusals.signUpDisabled();
  const { now, context } = call;
  if (unproved) await releaseUnprovenAccount(tx, unproved, 'email', { ip: context.ip, now });
  await showRequest(tx, call);
  const [user] = await tx.query<UserRow>(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_sso_user, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $3, $3)
     on conflict (email) where not is_sso_user do nothing returning *`,
    [
      newUuid(),
      email,
      now,
      // Only operators write there, so their entries are kept.
      { ...unproved?.raw_app_meta_data, provider, providers: [provider] },
      factsOf(person),
      domain !== null,
    ],
  );
  // A concurrent sign-up with the address.
  if (!user) throw refusals.conflict();
  await writeAudit(tx, { action: 'user_signedup', userId: user.id, ip: context.ip, now });
  return user;
}
