/** Somebody as another service knows them. */
export interface ExternalPerson {
  /** Who says so: an OpenID issuer, or the host of an OAuth service. */
  readonly issuer: string;
  /** Their id there. It never changes hands, which an address may. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether that service vouches for the address. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly pictureUrl: string | null;
  /** What the other service's own API takes, where the client wants to call it. */
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** Values that only the browser which began a sign-in can have kept (OpenID Connect's state and nonce, PKCE). */
export interface BrowserSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface AuthorizationRequest extends BrowserSecrets {
  readonly redirectUri: string;
  /** Further scopes and parameters that the client asked for. */
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export interface AuthorizationAnswer extends BrowserSecrets {
  readonly redirectUri: string;
  /** What came back in the address or the form: `code`, `state`, `iss`, `SAMLResponse`. */
  readonly parameters: URLSearchParams;
}

export interface GivenIdToken {
  readonly idToken: string;
  readonly accessToken: string | null;
  /** As the client chose it; the token holds its SHA-256 in hex. */
  readonly nonce: string | null;
}

/** A service that people sign in with. `contract/auth-social.test.ts` and `auth-sso.test.ts` say what each must do. */
export interface IdentityProvider {
  /** As clients name it: `google`. */
  readonly name: string;
  /** Set: a company's own service, found by the domain of its addresses and offered to nobody else. */
  readonly domain: string | null;
  readonly isSaml: boolean;
  /** How the answer comes back: in the address, or as a form that another site posts. */
  readonly responseMode: 'query' | 'form_post';
  /** Where to send the browser. Throws IdentityError `unavailable`. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** Who came back. Throws IdentityError. */
  finish(answer: AuthorizationAnswer): Promise<ExternalPerson>;
  /** Who a token speaks for that the client got by itself; null where the service has no such tokens. */
  fromIdToken: ((token: GivenIdToken) => Promise<ExternalPerson>) | null;
}

export function isAtDomain(email: string | null, domain: string): boolean {
  return email?.toLowerCase().endsWith(`@${domain}`) ?? false;
}

/** `refused`: what came is not acceptable, and a repeat will not help. `unavailable`: the service does not answer. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Who signs the identity tokens of services whose issuer nobody has to configure. */
export const KNOWN_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  // Personal accounts. An organisation sets its own: https://login.microsoftonline.com/<tenant>/v2.0
  azure: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
};
