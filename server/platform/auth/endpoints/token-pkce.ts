import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import { openTokens, type ProviderTokens } from '../external/seal-tokens.ts';
import { type FlowStateRow, isRightVerifier, lockFlow, markFlowUsed } from '../proofs/flow-states.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { sessionResponse, signIn } from '../sessions/sign-in.ts';
import { isBanned, lockUser } from '../sessions/users.ts';
import { type AuthError, refusals } from '../wire/auth-error.ts';
import { type AuthCall, openEndpoint } from '../wire/endpoint.ts';
import { optionalText } from '../wire/request-input.ts';

const body = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** Lifetime of a code. */
const FLOW_SECONDS = 300;
/** Repeated exchanges of a code within this time are client retries, not theft. */
const REUSE_SECONDS = 10;

type Exchange =
  | { readonly kind: 'opened'; readonly opened: OpenedSession; readonly tokens: ProviderTokens }
  | { readonly kind: 'refused'; readonly error: AuthError; readonly ended: readonly string[] };

/** POST /token?grant_type=pkce: exchanges the code from the redirect URL and its verifier for a session. */
export const tokenPkce = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=pkce',
  body,
  async handle({ body: { auth_code, code_verifier }, ...call }, parts) {
    await parts.limits.takePeer('proofPeer', call.context.ip);
    if (!auth_code || !code_verifier) {
      throw refusals.invalid('invalid request: both auth code and code verifier should be non-empty');
    }
    const exchange = await parts.database.transaction(async (tx) => {
      const flow = await lockFlow(tx, auth_code);
      return flow ? exchangeCode(tx, flow, code_verifier, call, parts) : refuse(refusals.flowStateNotFound());
    });
    if (exchange.kind === 'opened') return sessionResponse(exchange.opened, call, parts, exchange.tokens);
    parts.liveSessions.markEnded(exchange.ended);
    throw exchange.error;
  },
});

async function exchangeCode(
  tx: Transaction,
  flow: FlowStateRow,
  verifier: string,
  call: AuthCall,
  parts: AuthParts,
): Promise<Exchange> {
  const { now } = call;
  if (flow.used_at !== null) return refuse(refusals.flowStateNotFound(), await endIfStolen(tx, flow, now));
  if (flow.auth_code_issued_at === null || secondsSince(flow.auth_code_issued_at, now) > FLOW_SECONDS) {
    return refuse(refusals.flowStateExpired());
  }
  if (!isRightVerifier(flow, verifier)) return refuse(refusals.badCodeVerifier());
  const user = flow.user_id === null ? undefined : await lockUser(tx, flow.user_id);
  if (!user) return refuse(refusals.flowStateNotFound());
  if (isBanned(user, now)) return refuse(refusals.userBanned(403));
  const opened = await signIn(tx, user, flow.authentication_method, { call, parts });
  await markFlowUsed(tx, { id: flow.id, sessionId: opened.session.id, now });
  return { kind: 'opened', opened, tokens: openTokens(flow.provider_tokens, flow.id, parts) };
}

/** A code reused long after its exchange was stolen: ends the session it opened. */
async function endIfStolen(tx: Transaction, flow: FlowStateRow, now: Date): Promise<string[]> {
  if (flow.used_at === null || secondsSince(flow.used_at, now) <= REUSE_SECONDS) return [];
  const rows = await tx.query<{ id: string }>('delete from auth.sessions where id = $1 returning id', [
    flow.session_id,
  ]);
  return rows.map(({ id }) => id);
}

function secondsSince(then: Date, now: Date): number {
  return (now.getTime() - then.getTime()) / 1000;
}

const refuse = (error: AuthError, ended: readonly string[] = []): Exchange => ({
  kind: 'refused',
  error,
  ended,
});
