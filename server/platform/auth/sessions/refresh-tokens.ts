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

/** The session that a token goes on with. */
export interface TokenOwner {
  readonly id: string;
  readonly user_id: string;
}

/** The next token of a session, and what makes it the living one. */
export interface MadeToken {
  readonly token: string;
  readonly statements: readonly Statement[];
}

/** The first token of a session. */
export function startChain(session: TokenOwner, now: Date): MadeToken {
  const token = newToken();
  return {
    token,
    statements: [insertion({ session, token, salt: randomBytes(16), parentId: null, now })],
  };
}

/** Revokes the session's living token and begins anew: what was proved since must not go to whoever has the old one. */
export function restartChain(session: TokenOwner, now: Date): MadeToken {
  const { token, statements } = startChain(session, now);
  const revocation: Statement = {
    text: 'update auth.refresh_tokens set revoked_at = $2 where session_id = $1 and revoked_at is null',
    values: [session.id, now],
  };
  return { token, statements: [revocation, ...statements] };
}

/** Revokes the session's living token and puts a child of it in its place. */
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
 * A child is derived from its parent's text and a random salt. So whoever shows the parent can be given the very
 * same child once more, and whoever reads the table, which holds hashes and salts, can make neither.
 */
export function deriveToken(parent: string, salt: Buffer): string {
  return createHmac('sha256', parent).update(salt).digest('base64url');
}

export function tokenQuestion(token: string): Question<RefreshTokenRow> {
  return { text: 'select * from auth.refresh_tokens where token_hash = $1', values: [hashToken(token)] };
}

/** Whom a refresh with this token is counted for. A used token counts too: the client may have lost the answer. */
export function sessionSubject(token: string): Statement {
  return {
    text: `select 'session:' || session_id from auth.refresh_tokens where token_hash = $1`,
    values: [hashToken(token)],
  };
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
