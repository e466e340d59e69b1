import type { ExternalPerson } from '#server/providers/identity/identity.ts';
import type { Transaction } from '../../db/database.ts';
import type { IdentityRow, UserRow } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { normalizeEmail } from '../wire/request-input.ts';

/** A person as a configured service identifies them. */
export interface Arrival {
  /** Configured name of the service. */
  readonly provider: string;
  readonly person: ExternalPerson;
}

/**
 * Serializes concurrent sign-ins of one external identity. An advisory lock, taken before any row by everything that
 * adds an identity, since missing rows can't be locked.
 */
export async function lockSubject(tx: Transaction, { provider, person }: Arrival): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `identity ${provider} ${person.subject}`,
  ]);
}

/** Without a lock: the user is locked before their identities, as everywhere. */
export async function findIdentity(
  tx: Transaction,
  { provider, person }: Arrival,
): Promise<IdentityRow | undefined> {
  const [identity] = await tx.query<IdentityRow>(
    'select * from auth.identities where provider = $1 and provider_id = $2',
    [provider, person.subject],
  );
  // The name now refers to another service, whose subjects are other people.
  if (identity && identity.identity_data['iss'] !== person.issuer) throw refusals.badCallback();
  return identity;
}

export async function addIdentity(
  tx: Transaction,
  { userId, provider, person }: Arrival & { readonly userId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [userId, provider, person.subject, factsOf(person), now],
  );
}

/**
 * Updates the identity, keeping facts a service sends only once, such as the name from Apple. Throws 409 if it was
 * removed concurrently.
 */
export async function refreshIdentity(
  tx: Transaction,
  identity: IdentityRow,
  person: ExternalPerson,
  now: Date,
): Promise<void> {
  const rows = await tx.query(
    'update auth.identities set identity_data = identity_data || $2::jsonb, last_sign_in_at = $3, updated_at = $3 where id = $1 returning id',
    [identity.id, factsOf(person), now],
  );
  if (rows.length === 0) throw refusals.conflict();
}

/** Listed one by one: a claim must not set one of our own fields, such as the acceptance of the terms. */
export function factsOf(person: ExternalPerson): Record<string, unknown> {
  return {
    iss: person.issuer,
    sub: person.subject,
    provider_id: person.subject,
    email: person.email,
    email_verified: person.emailVerified,
    phone_verified: false,
    ...(person.name !== null && { full_name: person.name, name: person.name }),
    ...(person.pictureUrl !== null && { avatar_url: person.pictureUrl, picture: person.pictureUrl }),
  };
}

/** Returns the normalized address that the service has verified. */
export function vouchedAddress({ email, emailVerified }: ExternalPerson): string | undefined {
  return emailVerified && email !== null ? normalizeEmail(email) : undefined;
}

/** Tells the operator why there is no such address. The address itself is nobody's business. */
export function whyNotVouched({ email }: ExternalPerson, domain: string | null): string {
  if (email === null) return 'the response has no email address; the service must send it';
  return domain === null
    ? 'the service hasn’t verified the email address'
    : `the email address isn’t a verified one at ${domain}`;
}

/** Returns the account's provider metadata with this one added. */
export function providersWith(user: UserRow, provider: string): Record<string, unknown> {
  const { provider: first, providers } = user.raw_app_meta_data ?? {};
  const known = Array.isArray(providers) ? providers : [];
  const all = [...new Set([...known, provider])];
  return { ...user.raw_app_meta_data, provider: first ?? provider, providers: all };
}
