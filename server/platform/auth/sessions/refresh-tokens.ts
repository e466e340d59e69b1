import { createHmac, randomBytes } from 'node:crypto';
import { newToken } from '#server/lib/ids.ts';
import type { Question } from '../../db/ask-together.ts';
import type { Runner, Statement } from '../../db/database.ts';
import { hashToken } from './token-hash.ts';

export interface RefreshTokenRow {
  readonly id: number;
  readonly session_id: string;
  readonly token_hash: Buffer;
  readonly salt: Buffer;
  readonly parent_id: number | null;
  readonly revoked_at: Date | null;
}

/** The session that a token belongs to. */
export interface TokenOwner {
  readonly id: string;
  readonly user_id: string;
}

/** A session's next token, and the statements that make it the active one. */
export interface MadeToken {
  readonly token: string;
  readonly statements: readonly Statement[];
}

/** Creates a session's first token. */
export function startChain(session: TokenOwner, now: Date): MadeToken {
  const token = newToken();
  return {
    token,
    statements: [insertion({ session, token, salt: randomBytes(16), parentId: null, now })],
  };
}

/** Revokes the active token and starts a new chain: holders of the old one must not benefit from a later proof. */
export function restartChain(session: TokenOwner, now: Date): MadeToken {
  const { token, statements } = startChain(session, now);
  const revocation: Statement = {
    text: 'update auth.refresh_tokens set revoked_at = $2 where session_id = $1 and revoked_at is null',
    values: [session.id, now],
  };
  return { token, statements: [revocation, ...statements] };
}

/** Revokes the active token and replaces it by a child. */
export function extendChain(
  session: TokenOwner,
  active: { row: RefreshTokenRow; token: string },
  now: Date,
): MadeToken {
  const salt = randomBytes(16);
  const token = deriveToken(active.token, salt);
  const revocation: Statement = {
    text: 'update auth.refresh_tokens set revoked_at = $2 where id = $1',
    values: [active.row.id, now],
  };
  return {
    token,
    statements: [revocation, insertion({ session, token, salt, parentId: active.row.id, now })],
  };
}

/**
 * Derives a child from its parent's text and a random salt. So the holder of the parent can be given the same child
 * again, while the table, which only has hashes and salts, isn't enough to compute either.
 */
export function deriveToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', parent).update(salt).digest('base64url');
}

export function tokenQuestion(token: string): Question<RefreshTokenRow> {
  return { text: 'select * from auth.refresh_tokens where token_hash = $1', values: [hashToken(token)] };
}

/**
 * Returns what to count a refresh with this token against. A used token counts too: the client may have missed the
 * answer.
 */
export function sessionSubject(token: string): Statement {
  return {
    text: `select 'session:' || session_id from auth.refresh_tokens where token_hash = $1`,
    values: [hashToken(token)],
  };
}

/**
 * Returns the later tokens of its chain, oldest first; the last one is the active one. Empty if the chain was
 * restarted since, because newer tokens can't be derived from this one.
 */
export async function descendantsOf(runner: Runner, row: RefreshTokenRow): Promise<RefreshTokenRow[]> {
  const later = await runner.query<RefreshTokenRow>(
    'select * from auth.refresh_tokens where session_id = $1 and id > $2 order by id',
    [row.session_id, row.id],
  );
  return later.some(({ parent_id }) => parent_id === null) ? [] : later;
}

interface NewToken {
  readonly session: TokenOwner;
  readonly token: string;
  readonly salt: Buffer;
  readonly parentId: number | null;
  readonly now: Date;
}

function insertion({ session, token, salt, parentId, now }: NewToken): Statement {
  return {
    text: `insert into auth.refresh_tokens (session_id, user_id, token_hash, salt, parent_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    values: [session.id, session.user_id, hashToken(token), salt, parentId, now],
  };
}
