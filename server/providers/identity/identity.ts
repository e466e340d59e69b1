/** A person as identified by another service. */
export interface ExternalPerson {
  /** The OpenID issuer, or the host of an OAuth service. */
  readonly issuer: string;
  /** Their id there. Unlike an address, it is never reassigned. */
  readonly subject: string;
  readonly email: string | null;
  /** True if that service has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly pictureUrl: string | null;
  /** Tokens for the other service's own API, for clients that want to call it. */
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** Values known only to the browser that started a sign-in (OpenID Connect's state and nonce, PKCE). */
export interface BrowserSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface AuthorizationRequest extends BrowserSecrets {
  readonly redirectUri: string;
  /** Additional scopes and parameters requested by the client. */
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export interface AuthorizationAnswer extends BrowserSecrets {
  readonly redirectUri: string;
  /** Returned in the URL or form: `code`, `state`, `iss`, `SAMLResponse`. */
  readonly parameters: URLSearchParams;
}

export interface GivenIdToken {
  readonly idToken: string;
  readonly accessToken: string | null;
  /** As chosen by the client; the token contains its SHA-256 in hex. */
  readonly nonce: string | null;
}

/** A sign-in service. Its contract is tested in `contract/auth-social.test.ts` and `auth-sso.test.ts`. */
export interface IdentityProvider {
  /** Name used by clients: `google`. */
  readonly name: string;
  /** Set for a company's own service: the domain of its addresses, which only it is offered to. */
  readonly domain: string | null;
  readonly isSaml: boolean;
  /** Transport of the response: in the URL, or as a cross-site form post. */
  readonly responseMode: 'query' | 'form_post';
  /** Builds the URL for the browser. Throws IdentityError `unavailable`. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** Returns the person who signed in. Throws IdentityError. */
  finish(answer: AuthorizationAnswer): Promise<ExternalPerson>;
  /** Verifies an identity token the client got by itself; null if the service has none. */
  fromIdToken: ((token: GivenIdToken) => Promise<ExternalPerson>) | null;
}

export function isAtDomain(email: string | null, domain: string): boolean {
  return email?.toLowerCase().endsWith(`@${domain}`) ?? false;
}

/**
 * `refused`: the response isn't acceptable, and retrying won't help. `denied`: the service says that it didn't log the
 * person in. `unavailable`: the service doesn't answer.
 */
export type IdentityErrorKind = 'refused' | 'denied' | 'unavailable';

export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly kind: IdentityErrorKind;

  constructor(kind: IdentityErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Issuers of well-known services, which need no configuration. */
export const KNOWN_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  // Personal accounts. An organisation sets its own: https://login.microsoftonline.com/<tenant>/v2.0
  azure: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
};
