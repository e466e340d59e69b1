import { newUuid } from '#server/lib/ids.ts';
import { ask, type Question } from '../../db/ask-together.ts';
import type { Runner, Transaction } from '../../db/database.ts';
import type { Address } from '../addresses/address.ts';
import { addressFacts, withOwnProvider, writeOwnIdentity } from './own-identity.ts';

/** A row of `auth.users`, limited to the columns that the room reads. */
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

/** Excludes company accounts: their addresses belong to their identity provider. */
const BY_EMAIL = 'select * from auth.users where email = $1 and not is_sso_user and deleted_at is null';

export async function findUserByEmail(runner: Runner, email: string): Promise<UserRow | undefined> {
  return (await ask(runner, userByEmail(email)))[0];
}

export const userByEmail = (email: string): Question<UserRow> => ({ text: BY_EMAIL, values: [email] });

/** Locks the row until the transaction ends. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
  return (await tx.query<UserRow>(`${BY_EMAIL} for no key update`, [email]))[0];
}

const BY_PHONE = 'select * from auth.users where phone = $1 and deleted_at is null';

/** Finds an account by its number, as digits without `+`. */
export async function findUserByPhone(runner: Runner, phone: string): Promise<UserRow | undefined> {
  return (await ask(runner, userByPhone(phone)))[0];
}

export const userByPhone = (phone: string): Question<UserRow> => ({ text: BY_PHONE, values: [phone] });

export async function lockUserByPhone(tx: Transaction, phone: string): Promise<UserRow | undefined> {
  return (await tx.query<UserRow>(`${BY_PHONE} for no key update`, [phone]))[0];
}

/** Locks the account that is changing to this number; the latest request, if there are several. */
export async function lockUserWhoChanges(tx: Transaction, phone: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    `select * from auth.users where (phone = $1 or phone_change = $1) and deleted_at is null
     order by (phone = $1) desc nulls last, phone_change_sent_at desc limit 1 for no key update`,
    [phone],
  );
  return rows[0];
}

export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    'select * from auth.users where id = $1 and deleted_at is null for no key update',
    [id],
  );
  return rows[0];
}

export function identitiesOf(runner: Runner, userId: string): Promise<IdentityRow[]> {
  return ask(runner, identitiesQuestion(userId));
}

export function identitiesQuestion(userId: string): Question<IdentityRow> {
  return {
    text: 'select * from auth.identities where user_id = $1 order by created_at, id',
    values: [userId],
  };
}

export interface NewUser {
  /** Defaults to a new id. */
  readonly id?: string;
  /** Null for an account with a number only, or an anonymous one. */
  readonly email: string | null;
  /** Digits without `+`. */
  readonly phone?: string | null;
  readonly passwordHash: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** True if the address is proved. */
  readonly confirmed: boolean;
  readonly phoneConfirmed?: boolean;
  readonly now: Date;
}

/**
 * Returns undefined if the address (or, without an address, the number) was taken concurrently. With both, a taken
 * number is a unique violation.
 */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserRow | undefined> {
  const { id = newUuid(), email, phone = null, confirmed, phoneConfirmed = false, now } = user;
  const own = ownProviders({ email, phone });
  const facts = addressFacts({ id, email, phone, emailVerified: confirmed, phoneVerified: phoneConfirmed });
  const isAnonymous = own.length === 0;
  const [row] = await tx.query<UserRow>(
    `insert into auth.users (id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, is_anonymous,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict ${email === null ? '(phone)' : '(email) where not is_sso_user'} do nothing
     returning *`,
    [
      id,
      email,
      phone,
      user.passwordHash,
      confirmed ? now : null,
      phoneConfirmed ? now : null,
      isAnonymous,
      isAnonymous ? {} : { provider: own[0], providers: own },
      isAnonymous ? user.metadata : { ...user.metadata, ...facts },
      now,
    ],
  );
  if (row) for (const provider of own) await writeOwnIdentity(tx, row, provider, now);
  return row;
}

function ownProviders({ email, phone }: Pick<UserRow, 'email' | 'phone'>): Address['kind'][] {
  return [...(email === null ? [] : (['email'] as const)), ...(phone === null ? [] : (['phone'] as const))];
}

/** Marks the address or number as proved, everywhere it is recorded. */
export async function recordProvenAddress(
  tx: Transaction,
  user: UserRow,
  { address: { kind, value }, now, changes = {} }: { address: Address; now: Date; changes?: UserChanges },
): Promise<UserRow> {
  const isMail = kind === 'email';
  const { id } = user;
  const email = isMail ? value : user.email;
  const phone = isMail ? user.phone : value;
  const facts = addressFacts({
    id,
    email,
    phone,
    emailVerified: isMail || user.email_confirmed_at !== null,
    phoneVerified: !isMail || user.phone_confirmed_at !== null,
  });
  const proven = await updateUser(
    tx,
    id,
    {
      ...(isMail ? { email, email_confirmed_at: now } : { phone, phone_confirmed_at: now }),
      is_anonymous: false,
      raw_app_meta_data: withOwnProvider(user, kind),
      raw_user_meta_data: { ...user.raw_user_meta_data, ...facts },
      ...changes,
    },
    now,
  );
  await writeOwnIdentity(tx, proven, kind, now);
  return proven;
}

/** Columns that can be updated. */
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
    | 'phone'
    | 'phone_confirmed_at'
    | 'phone_change'
    | 'phone_change_sent_at'
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
  return changedUser(await ask(tx, userUpdate(id, changes, now)));
}

export function userUpdate(id: string, changes: UserChanges, now: Date): Question<UserRow> {
  // Column names come from the type above, never from a request.
  const columns = Object.keys(changes).map((name, at) => `${name} = $${at + 3}`);
  return {
    text: `update auth.users set ${['updated_at = $2', ...columns].join(', ')} where id = $1 returning *`,
    values: [id, now, ...Object.values(changes)],
  };
}

/** Unwraps the result of `userUpdate`. */
export function changedUser([row]: readonly UserRow[]): UserRow {
  if (!row) throw new Error('the user to be changed is gone');
  return row;
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
