import type { AuthParts } from '../auth-parts.ts';
import { issueAuthCode } from '../proofs/flow-states.ts';
import { takeByLink } from '../proofs/one-time-tokens.ts';
import { HALF_CHANGED, proveByToken, readVerification } from '../proofs/verification.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { sessionAnswer, signIn } from '../sessions/sign-in.ts';
import { refusals } from '../wire/auth-error.ts';
import { type AuthCall, noBody, openEndpoint } from '../wire/endpoint.ts';
import { leadTo, withFailure, withFragment, withQuery, withSession } from '../wire/lead-to-app.ts';
import { toAuthError } from '../wire/render-error.ts';
import { wantedTarget } from '../wire/request-input.ts';

type Outcome =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'half' };

/** GET /verify: the link in a mail. Always redirects to the app, with a session, a code or an error. */
export const verifyGet = openEndpoint({
  method: 'GET',
  path: '/verify',
  body: noBody,
  async handle(call, parts) {
    const target = parts.redirects.resolve(wantedTarget(call));
    const linkToken = call.url.searchParams.get('token') ?? '';
    try {
      await parts.limits.takePeer('verifyPeer', call.context.ip);
      const outcome = await useLink(linkToken, call, parts);
      return leadTo(await arrival(target, outcome, call, parts));
    } catch (error) {
      const refusal = toAuthError(error, call.context, parts.log);
      return leadTo(withFailure(target, refusal, { inQuery: linkToken.startsWith('pkce_') }));
    }
  },
});

/** HEAD /verify: for mail scanners that open every link before the reader does. Doesn't consume the token. */
export const verifyHead = openEndpoint({
  method: 'HEAD',
  path: '/verify',
  body: noBody,
  async handle() {
    return new Response(null, { status: 200 });
  },
});

function useLink(linkToken: string, call: AuthCall, parts: AuthParts): Promise<Outcome> {
  const { tokens, method } = readVerification(call.url.searchParams.get('type'));
  return parts.database.transaction(async (tx): Promise<Outcome> => {
    const token = await takeByLink(tx, linkToken, { types: tokens, now: call.now });
    if (!token) throw refusals.otpExpired('Email link is invalid or has expired');
    const proof = await proveByToken(tx, token, call);
    if (proof.kind === 'half') return { kind: 'half' };
    if (token.flow_state_id !== null) {
      return { kind: 'code', code: await issueAuthCode(tx, token.flow_state_id, call.now) };
    }
    return { kind: 'opened', opened: await signIn(tx, proof.user, method, { call, parts }) };
  });
}

async function arrival(target: string, outcome: Outcome, call: AuthCall, parts: AuthParts): Promise<URL> {
  switch (outcome.kind) {
    case 'code':
      return withQuery(target, { code: outcome.code });
    case 'half':
      return withFragment(target, { message: HALF_CHANGED, sb: '' });
    case 'opened': {
      const answer = await sessionAnswer(outcome.opened, call, parts);
      return withSession(target, answer, { type: call.url.searchParams.get('type') ?? '' });
    }
  }
}
