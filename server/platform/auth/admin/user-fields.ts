import { z } from 'zod';
import type { AuthParts } from '../auth-parts.ts';
import { assertAcceptablePassword } from '../passwords/password-strength.ts';
import type { UserChanges, UserRow } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { optionalMetadata, optionalText, readEmail, readMetadata, readPhone } from '../wire/request-input.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy;
/** A hundred years: the database's timestamps end not far beyond. */
const LONGEST_MS = 100 * 365 * 24 * 3_600_000;

/** Parses `ban_duration` into the end of the ban: a duration such as `24h` or `1h30m`; `none` lifts it. */
function readBan(text: string, now: Date): Date | null {
  if (text === 'none') return null;
  const parts = [...text.matchAll(PART)];
  const read = parts.map(([part]) => part).join('');
  if (parts.length === 0 || read !== text) {
    throw refusals.invalid('ban_duration: must be "none" or a duration such as "24h" or "1h30m"');
  }
  const ms = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
  return new Date(now.getTime() + Math.min(ms, LONGEST_MS));
}

/** Fields of a user that an administrator can set. */
export const userFields = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: optionalMetadata,
  app_metadata: optionalMetadata,
  role: optionalText,
  ban_duration: optionalText,
};

const userInput = z.object(userFields);
export type UserInput = z.infer<typeof userInput>;

/** Prefixes of hashes that sign-in can verify: argon2 and bcrypt. */
const KNOWN_HASH = /^\$argon2(id|i|d)\$|^\$2[aby]\$\d\d\$/;

/** Rejects fields that this server doesn't support. */
export function assertSupported(input: UserInput): void {
  if (input.role && input.role !== 'authenticated') {
    throw refusals.invalid('role: must be authenticated, the only role that users have here');
  }
}

/**
 * Returns the password hash to store, given the password or a hash; null if neither was given. `address`: the
 * account's own, which must not be its password either.
 */
export async function passwordHashOf(
  input: UserInput,
  address: string | null,
  parts: AuthParts,
): Promise<string | null> {
  if (input.password && input.password_hash) {
    throw refusals.invalid('Only a password or a password hash should be provided');
  }
  if (input.password_hash) {
    if (!KNOWN_HASH.test(input.password_hash)) {
      throw refusals.invalid('password_hash: must be an argon2 or bcrypt hash');
    }
    return input.password_hash;
  }
  if (!input.password) return null;
  await assertAcceptablePassword(input.password, { ...parts.settings, email: address });
  return parts.passwords.hash(input.password);
}

export function addressesOf(input: UserInput): { email: string | null; phone: string | null } {
  return {
    email: input.email ? readEmail(input.email) : null,
    phone: input.phone ? readPhone(input.phone) : null,
  };
}

/** Returns the changes that are stored as given. Metadata is merged key by key; a null removes its key. */
export function plainChanges(input: UserInput, user: UserRow, now: Date): UserChanges {
  return {
    ...(input.user_metadata && { raw_user_meta_data: merged(user.raw_user_meta_data, input.user_metadata) }),
    ...(input.app_metadata && { raw_app_meta_data: merged(user.raw_app_meta_data, input.app_metadata) }),
    ...(input.ban_duration && { banned_until: readBan(input.ban_duration, now) }),
  };
}

function merged(
  known: Record<string, unknown> | null,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const all = Object.entries({ ...known, ...readMetadata(given) });
  return readMetadata(Object.fromEntries(all.filter(([, value]) => value !== null)));
}
