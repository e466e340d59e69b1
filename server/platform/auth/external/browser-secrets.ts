import { createHmac } from 'node:crypto';
import type { BrowserSecrets } from '#server/providers/identity/identity.ts';

/** All three follow from the one secret that the browser keeps in a cookie: no other browser can finish the sign-in. */
export function browserSecrets(secret: string): BrowserSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** Several tabs may be on their way at once: each has a cookie of its own. */
const cookieName = (state: string): string =>
  `errand-sign-in-${state.slice(0, 12).replace(/[^A-Za-z0-9]/g, '_')}`;

const LIFE_SECONDS = 600;

export interface CookieOptions {
  readonly https: boolean;
  /** The answer comes as a form that another site posts: a browser sends a `Lax` cookie with no such request. */
  readonly isPosted: boolean;
}

export function keepInBrowser(secret: string, { https, isPosted }: CookieOptions): string {
  const { state } = browserSecrets(secret);
  const attributes = ['Path=/auth/v1', 'HttpOnly', `Max-Age=${LIFE_SECONDS}`];
  if (https) attributes.push('Secure');
  attributes.push(`SameSite=${isPosted && https ? 'None' : 'Lax'}`);
  return [`${cookieName(state)}=${secret}`, ...attributes].join('; ');
}

export function forgetInBrowser(state: string): string {
  return `${cookieName(state)}=; Path=/auth/v1; HttpOnly; Max-Age=0`;
}

/** The secret behind a state that came back; null where this browser never began it. */
export function secretFromBrowser(request: Request, state: string): string | null {
  const wanted = cookieName(state);
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (name === wanted && browserSecrets(value).state === state) return value;
  }
  return null;
}
