import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { newToken } from '#server/lib/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { hashToken } from '../sessions/token-hash.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  /** For the account's current number. */
  | 'phone_token'
  | 'phone_change_token';

export interface OneTimeTokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  readonly relates_to: string;
  readonly flow_state_id: string | null;
}

/** Content of a mail: the same proof as a link token and as digits. */
export interface IssuedToken {
  readonly linkToken: string;
  readonly code: string;
}

/** Lifetime of typed digits in seconds. */
export const CODE_SECONDS = 600;
const CODE_TRIES = 10;
const HOUR = 3600;

/** Seconds. A link that signs in with one click expires sooner than one that proves a new address. */
const LINK_SECONDS: Record<OneTimeTokenType, number> = {
  confirmation_token: 24 * HOUR,
  email_change_token_new: 24 * HOUR,
  email_change_token_current: 24 * HOUR,
  recovery_token: HOUR,
  reauthentication_token: CODE_SECONDS,
  // Texts only carry digits.
  phone_token: CODE_SECONDS,
  phone_change_token: CODE_SECONDS,
};

export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly address: string;
  readonly flowStateId: string | null;
  readonly now: Date;
  /** 32 bytes of this installation, so that a copy of the table alone doesn't reveal the digits. */
  readonly secret: Uint8Array;
}

/** Creates the user's only valid token of its type, replacing any earlier one. */
export async function issueToken(tx: Transaction, token: NewOneTimeToken): Promise<IssuedToken> {
  const { userId, type, address, flowStateId, now } = token;
  const linkToken = `${flowStateId === null ? '' : 'pkce_'}${newToken()}`;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, type]);
  await tx.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, relates_to, link_hash, code_hash, flow_state_id, link_expires_at, code_expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      userId,
      type,
      address,
      hashToken(linkToken),
      hashCode(token.secret, { userId, type, address, code }),
      flowStateId,
      after(LINK_SECONDS[type]),
      after(CODE_SECONDS),
      now,
    ],
  );
  return { linkToken, code };
}

/** Uses up the token of a link. Undefined if it is unknown, used, replaced or expired. */
export async function takeByLink(
  tx: Transaction,
  linkToken: string,
  { types, now }: { types: readonly OneTimeTokenType[]; now: Date },
): Promise<OneTimeTokenRow | undefined> {
  // DELETE … RETURNING: of concurrent requests, only one gets the row.
  const rows = await tx.query<OneTimeTokenRow>(
    `delete from auth.one_time_tokens
     where link_hash = $1 and token_type = any($2::text[]) and link_expires_at > $3 returning *`,
    [hashToken(linkToken), types, now],
  );
  return rows[0];
}

export interface TypedCode {
  readonly userId: string;
  readonly types: readonly OneTimeTokenType[];
  readonly address: string;
  readonly code: string;
  readonly now: Date;
  readonly secret: Uint8Array;
}

/**
 * Uses up a token by its digits. A wrong attempt is counted, which the caller must commit: after 10 of them the
 * digits are invalid, while the link still works.
 */
export async function takeByCode(tx: Transaction, typed: TypedCode): Promise<OneTimeTokenRow | undefined> {
  const { userId, types, address, code, now, secret } = typed;
  const rows = await tx.query<OneTimeTokenRow & { code_hash: Buffer }>(
    `select * from auth.one_time_tokens
     where user_id = $1 and token_type = any($2::text[]) and relates_to = $3
       and code_expires_at > $4 and wrong_tries < $5
     order by token_type for update`,
    [userId, types, address, now, CODE_TRIES],
  );
  const right = rows.find((row) =>
    timingSafeEqual(row.code_hash, hashCode(secret, { userId, type: row.token_type, address, code })),
  );
  if (right) {
    await tx.query('delete from auth.one_time_tokens where id = $1', [right.id]);
  } else {
    await tx.query(
      'update auth.one_time_tokens set wrong_tries = wrong_tries + 1 where id = any($1::uuid[])',
      [rows.map(({ id }) => id)],
    );
  }
  return right;
}

/** Invalidates all pending tokens, after a proof or a new password. */
export async function clearTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

interface CodeFacts {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly address: string;
  readonly code: string;
}

function hashCode(secret: Uint8Array, { userId, type, address, code }: CodeFacts): Buffer {
  return createHmac('sha256', secret).update([userId, type, address, code].join('\n')).digest();
}
