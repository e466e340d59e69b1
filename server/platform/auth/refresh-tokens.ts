import { createHmac, randomBytes } from 'node:crypto';
import { newToken } from '#server/lib/ids.ts';
import type { Runner, Transaction } from '../db/database.ts';
import { hashToken } from './token-hash.ts';

export interface RefreshTokenRow {
  readonly id: number;
  readonly session_id: string;
  readonly token_hash: Buffer;
  readonly salt: Buffer;
  readonly parent_id: number | null;
  readonly revoked_at: Date | null;
}

/** The first token of a session. */
export async function startChain(
  tx: Transaction,
  session: { id: string; user_id: string },
  now: Date,
): Promise<string> {
  const token = newToken();
  await insert(tx, { session, token, salt: randomBytes(16), parentId: null, now });
  return token;
}

/** Revokes the session's living token and begins anew: what was proved since must not go to whoever has the old one. */
export async function restartChain(
  tx: Transaction,
  session: { id: string; user_id: string },
  now: Date,
): Promise<string> {
  await tx.query(
    'update auth.refresh_tokens set revoked_at = $2 where session_id = $1 and revoked_at is null',
    [session.id, now],
  );
  return startChain(tx, session, now);
}

/** Revokes the session's living token and puts a child of it in its place. */
export async function extendChain(
  tx: Transaction,
  session: { id: string; user_id: string },
  active: { row: RefreshTokenRow; token: string },
  now: Date,
): Promise<string> {
  const salt = randomBytes(16);
  const token = deriveToken(active.token, salt);
  await tx.query('update auth.refresh_tokens set revoked_at = $2 where id = $1', [active.row.id, now]);
  await insert(tx, { session, token, salt, parentId: active.row.id, now });
  return token;
}

/**
 * A child is derived from its parent's text and a random salt. So whoever shows the parent can be given the very
 * same child once more, and whoever reads the table, which holds hashes and salts, can make neither.
 */
export function deriveToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', parent).update(salt).digest('base64url');
}

export async function findToken(runner: Runner, token: string): Promise<RefreshTokenRow | undefined> {
  const rows = await runner.query<RefreshTokenRow>(
    'select * from auth.refresh_tokens where token_hash = $1',
    [hashToken(token)],
  );
  return rows[0];
}

/**
 * The tokens that came after this one in its session, oldest first. The last one is the living one. None where the
 * chain was begun anew since: those that follow cannot be derived from this one.
 */
export async function descendantsOf(runner: Runner, row: RefreshTokenRow): Promise<RefreshTokenRow[]> {
  const later = await runner.query<RefreshTokenRow>(
    'select * from auth.refresh_tokens where session_id = $1 and id > $2 order by id',
    [row.session_id, row.id],
  );
  return later.some(({ parent_id }) => parent_id === null) ? [] : later;
}

interface NewToken {
  readonly session: { readonly id: string; readonly user_id: string };
  readonly token: string;
  readonly salt: Buffer;
  readonly parentId: number | null;
  readonly now: Date;
}

async function insert(tx: Transaction, { session, token, salt, parentId, now }: NewToken): Promise<void> {
  await tx.query(
    `insert into auth.refresh_tokens (session_id, user_id, token_hash, salt, parent_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [session.id, session.user_id, hashToken(token), salt, parentId, now],
  );
}
