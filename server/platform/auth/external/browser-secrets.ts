import { createHmac } from 'node:crypto';
import type { BrowserSecrets } from '#server/providers/identity/identity.ts';

/** All three are derived from one secret in the browser's cookie: no other browser can complete the sign-in. */
export function browserSecrets(secret: string): BrowserSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** One cookie per sign-in, since several tabs may sign in at once. */
const cookieName = (state: string): string =>
  `errand-sign-in-${state.slice(0, 12).replace(/[^A-Za-z0-9]/g, '_')}`;

const LIFE_SECONDS = 600;

export interface CookieOptions {
  readonly https: boolean;
  /** The response is posted by another site, and browsers don't send `Lax` cookies with such requests. */
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

/** Returns the secret for a returned state; null if this browser didn't start it. */
export function secretFromBrowser(request: Request, state: string): string | null {
  const wanted = cookieName(state);
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    if (name === wanted && browserSecrets(value).state === state) return value;
  }
  return null;
}
