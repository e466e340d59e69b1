import type { ExternalPerson, IdentityProvider } from '#server/providers/identity/identity.ts';
import type { Transaction } from '../../db/database.ts';
import { readText } from '../../http/read-json.ts';
import type { AuthParts } from '../auth-parts.ts';
import { callbackUrl, findProvider, reach } from '../external/begin-sign-in.ts';
import { browserSecrets, forgetInBrowser, secretFromBrowser } from '../external/browser-secrets.ts';
import { linkPerson, tellOfLink } from '../external/link-person.ts';
import { refusedElsewhere } from '../external/refused-elsewhere.ts';
import { resolvePerson } from '../external/resolve-person.ts';
import { sealTokens } from '../external/seal-tokens.ts';
import { beginFlow, issueAuthCode } from '../proofs/flow-states.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { sessionAnswer, signIn } from '../sessions/sign-in.ts';
import { hashToken } from '../sessions/token-hash.ts';
import type { UserRow } from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { type AuthCall, type AuthEndpoint, noBody, openEndpoint } from '../wire/endpoint.ts';
import { leadTo, withFailure, withQuery, withSession } from '../wire/lead-to-app.ts';
import { toAuthError } from '../wire/render-error.ts';

interface SignInRow {
  readonly provider: string;
  readonly redirect_to: string;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly linking_user_id: string | null;
  readonly linking_session_id: string | null;
  readonly created_at: Date;
}

const LIFE_SECONDS = 600;
/** Large enough for a SAML response with certificates and signatures. */
const MOST_FORM_BYTES = 500_000;

/** GET /callback: handles the redirect back from the other service. */
export const callbackGet = openEndpoint({
  method: 'GET',
  path: '/callback',
  body: noBody,
  handle: (call, parts) => finish(call.url.searchParams, call, parts),
});

/** POST /callback: the same as a form post, as Apple does. */
export const callbackPost = formEndpoint('/callback');

/** POST /sso/saml/acs: receives the response of a company's identity provider. */
export const samlAcs = formEndpoint('/sso/saml/acs');

function formEndpoint(path: string): AuthEndpoint {
  return {
    method: 'POST',
    path,
    access: 'anybody',
    async respond(call, parts) {
      // Unauthenticated endpoint.
      await parts.limits.takePeer('proofPeer', call.context.ip);
      const text = await readText(call.request, MOST_FORM_BYTES);
      return finish(new URLSearchParams(text), call, parts);
    },
  };
}

async function finish(parameters: URLSearchParams, call: AuthCall, parts: AuthParts): Promise<Response> {
  // SAML's name for the state.
  const state = parameters.get('state') ?? parameters.get('RelayState') ?? '';
  const cookie = { 'Set-Cookie': forgetInBrowser(state) };
  const secret = secretFromBrowser(call.request, state);
  const begun = secret === null ? undefined : await takeSignIn(state, call, parts);
  // Not started in this browser, or expired: the requested target isn't trusted either. The login page says so.
  if (secret === null || !begun) {
    const target = new URL('/login', parts.settings.siteUrl).href;
    return leadTo(withFailure(target, refusals.badState(), { inQuery: true }), cookie);
  }
  const target = begun.redirect_to;
  try {
    const code = parameters.get('error');
    if (code !== null) throw refusedElsewhere(code, begun.provider, parts.log);
    const provider = findProvider(begun.provider, parts);
    const person = await reach(provider, parts, () =>
      provider.finish({ ...browserSecrets(secret), redirectUri: callbackUrl(provider, parts), parameters }),
    );
    return leadTo(await arrive({ begun, provider, person }, call, parts), cookie);
  } catch (error) {
    return leadTo(
      withFailure(target, toAuthError(error, call.context, parts.log), { inQuery: true }),
      cookie,
    );
  }
}

/** Takes the sign-in off the table, so that each is completed at most once, successfully or not. */
async function takeSignIn(
  state: string,
  { now }: AuthCall,
  parts: AuthParts,
): Promise<SignInRow | undefined> {
  const [begun] = await parts.database.query<SignInRow>(
    'delete from auth.sign_ins_elsewhere where state_hash = $1 returning *',
    [hashToken(state)],
  );
  const isYoung = begun && now.getTime() - begun.created_at.getTime() <= LIFE_SECONDS * 1000;
  return isYoung ? begun : undefined;
}

type Outcome =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | { readonly kind: 'code'; readonly code: string };

interface Return {
  readonly begun: SignInRow;
  readonly provider: IdentityProvider;
  readonly person: ExternalPerson;
}

async function arrive(back: Return, call: AuthCall, parts: AuthParts): Promise<URL> {
  const { begun, person } = back;
  const { outcome, linked } = await parts.database.transaction(async (tx) => {
    const user = await personHere(tx, back, call, parts);
    return {
      outcome: await hand(tx, back, user, call, parts),
      linked: begun.linking_user_id === null ? null : user,
    };
  });
  if (linked) tellOfLink(linked, begun.provider, parts);
  if (outcome.kind === 'code') return withQuery(begun.redirect_to, { code: outcome.code });
  return withSession(begun.redirect_to, await sessionAnswer(outcome.opened, call, parts), {
    ...(person.accessToken !== null && { provider_token: person.accessToken }),
    ...(person.refreshToken !== null && { provider_refresh_token: person.refreshToken }),
  });
}

async function personHere(
  tx: Transaction,
  { begun, provider, person }: Return,
  call: AuthCall,
  parts: AuthParts,
): Promise<UserRow> {
  const { linking_user_id: userId, linking_session_id: sessionId } = begun;
  if (userId === null) return resolvePerson(tx, { provider, person }, call, parts);
  return linkPerson(tx, { provider: provider.name, person, userId, sessionId }, call);
}

async function hand(
  tx: Transaction,
  { begun, provider, person }: Return,
  user: UserRow,
  call: AuthCall,
  parts: AuthParts,
): Promise<Outcome> {
  const signInMethod = provider.domain === null ? 'oauth' : 'sso/saml';
  const { code_challenge: challenge, code_challenge_method: method } = begun;
  if (challenge === null || method === null) {
    return { kind: 'opened', opened: await signIn(tx, user, signInMethod, { call, parts }) };
  }
  const flow = {
    userId: user.id,
    challenge: { challenge, method },
    method: signInMethod,
    now: call.now,
  } as const;
  const flowId = await beginFlow(tx, flow);
  if (flowId === null) throw new Error('no flow was begun');
  await tx.query('update auth.flow_state set provider_tokens = $2 where id = $1', [
    flowId,
    sealTokens(person, flowId, parts),
  ]);
  return { kind: 'code', code: await issueAuthCode(tx, flowId, call.now) };
}
