import { refreshWhenRefused } from '../server/refresh-when-refused.ts';
import { accessToken, renewSession } from './auth-client.ts';

const send = refreshWhenRefused(renewSession);

/** A `fetch` on behalf of whoever is signed in, else of nobody in particular. */
export function fetchAsUser(anonKey: string): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', anonKey);
    headers.set('Authorization', `Bearer ${(await accessToken()) ?? anonKey}`);
    return send(input, { ...init, headers });
  };
}
