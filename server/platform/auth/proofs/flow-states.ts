import { createHash, timingSafeEqual } from 'node:crypto';
import { newToken } from '#server/lib/ids.ts';
import type { Transaction } from '../../db/database.ts';
import type { SignInMethod } from '../sessions/sessions.ts';
import { hashToken } from '../sessions/token-hash.ts';

/** The client's PKCE challenge (RFC 7636): only the program that started a sign-in can finish it. */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

export interface FlowStateRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly auth_code_issued_at: Date | null;
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly authentication_method: SignInMethod;
  readonly used_at: Date | null;
  readonly session_id: string | null;
  readonly provider_tokens: Buffer | null;
}

/** Stores the challenge until the link is used. Null if the client sent none. */
export async function beginFlow(
  tx: Transaction,
  flow: { userId: string; challenge: CodeChallenge | null; method: SignInMethod; now: Date },
): Promise<string | null> {
  if (flow.challenge === null) return null;
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) returning id`,
    [flow.userId, flow.challenge.challenge, flow.challenge.method, flow.method, flow.now],
  );
  return row?.id ?? null;
}

/** Issues the code that is passed to the client in the redirect URL. Useless without the verifier. */
export async function issueAuthCode(tx: Transaction, flowId: string, now: Date): Promise<string> {
  const code = newToken();
  await tx.query(
    'update auth.flow_state set auth_code_hash = $2, auth_code_issued_at = $3, updated_at = $3 where id = $1',
    [flowId, hashToken(code), now],
  );
  return code;
}

/** Locks the flow until the transaction ends, so that the code is exchanged only once. */
export async function lockFlow(tx: Transaction, authCode: string): Promise<FlowStateRow | undefined> {
  const rows = await tx.query<FlowStateRow>(
    'select * from auth.flow_state where auth_code_hash = $1 for update',
    [hashToken(authCode)],
  );
  return rows[0];
}

export async function markFlowUsed(
  tx: Transaction,
  flow: { id: string; sessionId: string; now: Date },
): Promise<void> {
  await tx.query(
    `update auth.flow_state set used_at = $2, session_id = $3, updated_at = $2, provider_tokens = null
     where id = $1`,
    [flow.id, flow.now, flow.sessionId],
  );
}

export function isRightVerifier(flow: FlowStateRow, verifier: string): boolean {
  const made =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  // Compares digests, which have equal length whatever was sent.
  return timingSafeEqual(hashToken(made), hashToken(flow.code_challenge));
}
