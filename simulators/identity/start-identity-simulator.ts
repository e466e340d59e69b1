import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { formPage } from './form-page.ts';

export interface SimulatedPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly [claim: string]: unknown;
}

/** Fault in the next responses. */
export type IdentityFault =
  | 'none'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-nonce'
  | 'expired'
  | 'foreign-key'
  | 'unsigned'
  /** HS256, with the published key as the secret. */
  | 'public-key-as-secret'
  /** The response has this `error` instead of a code. */
  | `refuses:${string}`
  /** The response has no issuer (as in RFC 6749), or another service's. */
  | 'unnamed'
  | 'foreign-sender'
  /** The identity token has no address; it is only available at the UserInfo endpoint. */
  | 'address-apart'
  /** UserInfo is about another person. */
  | 'foreign-user-info'
  | 'broken-keys'
  | 'hangs'
  | 'down';

/** Client authentication methods, and how the metadata declares them. */
export interface ClientMethods {
  readonly taken: readonly ('client_secret_basic' | 'client_secret_post')[];
  readonly said: readonly string[] | undefined;
}

export interface IdentitySimulator {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  setPerson(person: SimulatedPerson): void;
  setClientMethods(methods: ClientMethods): void;
  /** Sets the field `user` of the next posted response, as Apple sends once per person. */
  setPostedUser(text: string): void;
  setFault(fault: IdentityFault): void;
  /** Issues an identity token as a native mobile client gets it, with these claims overridden. */
  idToken(claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: SimulatedPerson;
}

interface Answer {
  readonly status?: number;
  readonly location?: string;
  /** HTML. */
  readonly page?: string;
  readonly json?: unknown;
}

const CLIENT_ID = 'errand-here';
const ANY_METHOD: ClientMethods = {
  taken: ['client_secret_basic', 'client_secret_post'],
  said: undefined,
};
const CLIENT_SECRET = 'a secret of this simulator';

export async function startIdentitySimulator(): Promise<IdentitySimulator> {
  const own = await generateKeyPair('ES256');
  const foreign = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, SimulatedPerson>();
  let person: SimulatedPerson = { sub: 'u1', email: 'ada@example.org', email_verified: true, name: 'Ada' };
  let clientMethods = ANY_METHOD;
  let postedUser: string | null = null;
  let fault: IdentityFault = 'none';
  let url = '';

  async function sign(claims: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all: JWTPayload = {
      iss: fault === 'wrong-issuer' ? 'https://other.example' : url,
      aud: fault === 'wrong-audience' ? 'somebody-else' : CLIENT_ID,
      iat: now - 5,
      // Microsoft's: https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference
      nbf: now - 5,
      exp: fault === 'expired' ? now - 600 : now + 300,
      ...claims,
    };
    if (fault === 'unsigned') return new UnsecuredJWT(all).encode();
    if (fault === 'public-key-as-secret') {
      const secret = new TextEncoder().encode(JSON.stringify(jwk));
      return new SignJWT(all).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(secret);
    }
    const key = fault === 'foreign-key' ? foreign.privateKey : own.privateKey;
    return new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(key);
  }

  function authorize(query: URLSearchParams): Answer {
    const wanted = (name: string): string => query.get(name) ?? '';
    if (wanted('client_id') !== CLIENT_ID || wanted('response_type') !== 'code')
      throw new Refusal('invalid_request');
    if (wanted('code_challenge_method') !== 'S256' || wanted('code_challenge').length !== 43) {
      throw new Refusal('invalid_request');
    }
    const scopes = wanted('scope').split(' ');
    const isPosted = wanted('response_mode') === 'form_post';
    // Apple's rule.
    if (scopes.includes('name') && !isPosted) throw new Refusal('invalid_request');
    const isOpenId = scopes.includes('openid');
    if (isOpenId && wanted('nonce') === '') throw new Refusal('invalid_request');
    const told = new URLSearchParams({ state: wanted('state') });
    const send = (): Answer => {
      if (isPosted) return { page: formPage(wanted('redirect_uri'), told) };
      return { location: `${wanted('redirect_uri')}?${told.toString()}` };
    };
    if (fault.startsWith('refuses:')) {
      told.set('error', fault.slice('refuses:'.length));
      told.set('error_description', 'Call this number to be let in');
      return send();
    }
    const code = randomUUID();
    grants.set(code, {
      redirectUri: wanted('redirect_uri'),
      challenge: wanted('code_challenge'),
      nonce: isOpenId ? wanted('nonce') : null,
      person,
    });
    told.set('code', code);
    // The two are separate services, and GitHub's issuer isn't a bare origin either.
    const sender =
      fault === 'foreign-sender' ? 'https://other.example' : isOpenId ? url : `${url}/login/oauth`;
    if (fault !== 'unnamed') told.set('iss', sender);
    if (isPosted && postedUser !== null) told.set('user', postedUser);
    postedUser = null;
    return send();
  }

  async function exchange(form: URLSearchParams, authorization: string): Promise<object> {
    if (!clientMethods.taken.includes(authorization ? 'client_secret_basic' : 'client_secret_post'))
      throw new Refusal('invalid_client', 401);
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const sent = authorization
      ? decodeURIComponent(basic.replaceAll('+', ' '))
      : `${form.get('client_id')}:${form.get('client_secret')}`;
    if (sent !== `${CLIENT_ID}:${CLIENT_SECRET}`) throw new Refusal('invalid_client', 401);
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== made) {
      throw new Refusal('invalid_grant');
    }
    const accessToken = randomUUID();
    tokens.set(accessToken, grant.person);
    const nonce = fault === 'wrong-nonce' ? 'of somebody else' : grant.nonce;
    return {
      access_token: accessToken,
      refresh_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      ...(nonce !== null && { id_token: await sign({ ...toldInToken(grant.person), nonce }) }),
    };
  }

  function toldInToken(told: SimulatedPerson): JWTPayload {
    return fault === 'address-apart' || fault === 'foreign-user-info' ? { sub: told.sub } : { ...told };
  }

  function personBehind(request: IncomingMessage): SimulatedPerson {
    const found = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!found) throw new Refusal('invalid_token', 401);
    return found;
  }

  async function answer(request: IncomingMessage, body: string): Promise<Answer> {
    const address = new URL(request.url ?? '/', url);
    switch (`${request.method} ${address.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return {
          json: {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            jwks_uri: `${url}/keys`,
            userinfo_endpoint: `${url}/userinfo`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            token_endpoint_auth_methods_supported: clientMethods.said,
            id_token_signing_alg_values_supported: ['ES256'],
            authorization_response_iss_parameter_supported: true,
          },
        };
      case 'GET /keys':
        if (fault === 'broken-keys') throw new Refusal('server_error', 500);
        return { json: { keys: [jwk] } };
      case 'GET /userinfo': {
        const known = personBehind(request);
        return { json: fault === 'foreign-user-info' ? { ...known, sub: 'somebody else' } : known };
      }
      case 'GET /authorize':
        return authorize(address.searchParams);
      case 'POST /token':
        return { json: await exchange(new URLSearchParams(body), request.headers.authorization ?? '') };
      case 'GET /user': {
        const { sub, name } = personBehind(request);
        return { json: { id: sub, login: name ?? sub, name: name ?? null, email: null } };
      }
      case 'GET /user/emails': {
        const { email, email_verified } = personBehind(request);
        return { json: email ? [{ email, primary: true, verified: email_verified === true }] : [] };
      }
      default:
        return { status: 404, json: { error: 'not_found' } };
    }
  }

  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (fault === 'hangs') return;
    try {
      if (fault === 'down') throw new Refusal('temporarily_unavailable', 503);
      const { status = 200, location, page, json } = await answer(request, Buffer.concat(chunks).toString());
      if (location) response.writeHead(302, { location }).end();
      else if (page) response.writeHead(status, { 'content-type': 'text/html' }).end(page);
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    } catch (error) {
      const [status, code] = error instanceof Refusal ? [error.status, error.message] : [500, 'server_error'];
      const headers = { 'content-type': 'application/json', ...challengeTo(request, status, code) };
      response.writeHead(status, headers).end(JSON.stringify({ error: code }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server.address())}`;

  return {
    get url() {
      return url;
    },
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    setPerson: (next) => void (person = next),
    setClientMethods: (next) => void (clientMethods = next),
    setPostedUser: (text) => void (postedUser = text),
    setFault: (next) => void (fault = next),
    idToken: (claims = {}) => sign({ ...person, ...claims }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return address.port;
}

/** Whoever tried the Authorization header is told its scheme: RFC 6749, 5.2, and RFC 6750, 3. */
function challengeTo({ headers }: IncomingMessage, status: number, code: string): Record<string, string> {
  const [scheme] = headers.authorization?.split(' ') ?? [];
  if (status !== 401 || scheme === undefined) return {};
  return { 'www-authenticate': scheme === 'Bearer' ? `Bearer error="${code}"` : 'Basic realm="identity"' };
}

class Refusal extends Error {
  readonly status: number;

  constructor(code: string, status = 400) {
    super(code);
    this.status = status;
  }
}
