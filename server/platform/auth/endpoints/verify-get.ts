import { type AuthError, refusals } from '../auth-error.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type AuthCall, noBody, openEndpoint } from '../endpoint.ts';
import { issueAuthCode } from '../flow-states.ts';
import { takeByLink } from '../one-time-tokens.ts';
import { toAuthError } from '../render-error.ts';
import { wantedTarget } from '../request-input.ts';
import type { OpenedSession } from '../sessions.ts';
import { sessionAnswer, signIn } from '../sign-in.ts';
import { HALF_CHANGED, proveByToken, readVerification } from '../verification.ts';

type Outcome =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'half' };

/** GET /verify: the link in a mail. Always leads on to the app, with a session, a code, or the reason why not. */
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
      return leadTo(failure(target, refusal, { inQuery: linkToken.startsWith('pkce_') }));
    }
  },
});

/** HEAD /verify: programs that look at every link of a mail before its reader does. Uses nothing up. */
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
      return withFragment(target, {
        access_token: answer.access_token,
        expires_at: String(answer.expires_at),
        expires_in: String(answer.expires_in),
        refresh_token: answer.refresh_token,
        sb: '',
        token_type: 'bearer',
        type: call.url.searchParams.get('type') ?? '',
      });
    }
  }
}

/** OAuth's words, by status. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  422: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

function failure(target: string, error: AuthError, { inQuery }: { inQuery: boolean }): URL {
  const facts = {
    error: ERROR_WORDS[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(inQuery ? withQuery(target, facts).href : target, { ...facts, sb: '' });
}

function withQuery(target: string, facts: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return url;
}

function withFragment(target: string, facts: Record<string, string>): URL {
  const url = new URL(target);
  url.hash = new URLSearchParams(facts).toString();
  return url;
}

/** The address holds tokens: it must not be kept, nor told to the pages that follow. */
function leadTo(url: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: url.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}
