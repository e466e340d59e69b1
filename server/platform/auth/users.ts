import { newUuid } from '#server/lib/ids.ts';
import type { Runner, Transaction } from '../db/database.ts';

/** A row of `auth.users`, as far as the room reads it. */
export interface UserRow {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Record<string, unknown> | null;
  readonly raw_user_meta_data: Record<string, unknown> | null;
  readonly phone: string | null;
  readonly phone_confirmed_at: Date | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly banned_until: Date | null;
  readonly is_sso_user: boolean;
  readonly is_anonymous: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

export interface IdentityRow {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly provider_id: string;
  readonly identity_data: Record<string, unknown>;
  readonly email: string | null;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Addresses of company accounts are not found here: they belong to their identity provider. */
const BY_EMAIL = 'select * from auth.users where email = $1 and not is_sso_user and deleted_at is null';

export async function findUserByEmail(runner: Runner, email: string): Promise<UserRow | undefined> {
  return (await runner.query<UserRow>(BY_EMAIL, [email]))[0];
}

/** Nobody else changes the row until the transaction ends. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
  return (await tx.query<UserRow>(`${BY_EMAIL} for no key update`, [email]))[0];
}

export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    'select * from auth.users where id = $1 and deleted_at is null for no key update',
    [id],
  );
  return rows[0];
}

export function identitiesOf(runner: Runner, userId: string): Promise<IdentityRow[]> {
  return runner.query<IdentityRow>(
    'select * from auth.identities where user_id = $1 order by created_at, id',
    [userId],
  );
}

export interface NewUser {
  /** Unset: a new one. */
  readonly id?: string;
  /** null: an anonymous person. */
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly confirmed: boolean;
  readonly now: Date;
}

/** undefined when somebody with this address came first. */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserRow | undefined> {
  const id = user.id ?? newUuid();
  const isAnonymous = user.email === null;
  const metadata = isAnonymous
    ? user.metadata
    : { ...user.metadata, ...addressFacts(id, user.email, user.confirmed) };
  const [row] = await tx.query<UserRow>(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, is_anonymous,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (email) where not is_sso_user do nothing
     returning *`,
    [
      id,
      user.email,
      user.passwordHash,
      user.confirmed ? user.now : null,
      isAnonymous,
      isAnonymous ? {} : { provider: 'email', providers: ['email'] },
      metadata,
      user.now,
    ],
  );
  if (row && !isAnonymous) await writeEmailIdentity(tx, row, user.now);
  return row;
}

/** Clients of this contract look for these in the metadata and in the identity. */
function addressFacts(id: string, email: string | null, verified: boolean): Record<string, unknown> {
  return { sub: id, email, email_verified: verified, phone_verified: false };
}

/** The address is proved: it is a way to sign in, and everything that repeats it says so. */
export async function recordProvenAddress(
  tx: Transaction,
  user: UserRow,
  { email, now, changes = {} }: { email: string; now: Date; changes?: UserChanges },
): Promise<UserRow> {
  const proven = await updateUser(
    tx,
    user.id,
    {
      email,
      email_confirmed_at: now,
      is_anonymous: false,
      raw_app_meta_data: { ...user.raw_app_meta_data, ...providersWithEmail(user) },
      raw_user_meta_data: { ...user.raw_user_meta_data, ...addressFacts(user.id, email, true) },
      ...changes,
    },
    now,
  );
  await writeEmailIdentity(tx, proven, now);
  return proven;
}

function providersWithEmail(user: UserRow): Record<string, unknown> {
  const { provider, providers } = user.raw_app_meta_data ?? {};
  const known = Array.isArray(providers) ? providers : [];
  return { provider: provider ?? 'email', providers: [...new Set([...known, 'email'])] };
}

async function writeEmailIdentity(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
     values ($1, 'email', $2, $3::jsonb, $4, $4)
     on conflict (provider, provider_id) do update
       set identity_data = identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`,
    [user.id, user.id, { ...user.raw_user_meta_data }, now],
  );
}

/** The columns that the room changes after the row was made. */
export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'email'
    | 'encrypted_password'
    | 'email_confirmed_at'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'reauthentication_sent_at'
    | 'email_change'
    | 'email_change_sent_at'
    | 'email_change_confirm_status'
    | 'is_anonymous'
    | 'last_sign_in_at'
    | 'raw_app_meta_data'
    | 'raw_user_meta_data'
    | 'banned_until'
    | 'invited_at'
  >
>;

export async function updateUser(
  tx: Transaction,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<UserRow> {
  // The names come from the type above, never from a request.
  const columns = Object.keys(changes).map((name, at) => `${name} = $${at + 3}`);
  const [row] = await tx.query<UserRow>(
    `update auth.users set ${['updated_at = $2', ...columns].join(', ')} where id = $1 returning *`,
    [id, now, ...Object.values(changes)],
  );
  if (!row) throw new Error('the user to be changed is gone');
  return row;
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
