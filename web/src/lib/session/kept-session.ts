import * as z from 'zod/mini';
import { isSecondFactorDue } from './second-factor-due.ts';
import { SESSION_KEY } from './session-key.ts';

const session = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  user: z.looseObject({
    id: z.string(),
    aud: z.string(),
    created_at: z.string(),
    app_metadata: z.looseObject({}),
    user_metadata: z.looseObject({}),
  }),
});
export type KeptSession = z.infer<typeof session>;

/** The client of the auth service refreshes a token that expires sooner. */
export const EXPIRES_SOON_MS = 90_000;

/**
 * The session as the client of the auth service keeps it on this device; null if there is none that can be used as it
 * is. For the first view, which doesn't wait for that client. The server decides whether the session still holds.
 */
export function keptSession(): KeptSession | null {
  try {
    const kept = session.parse(JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null'));
    const isFresh = kept.expires_at * 1000 - Date.now() > EXPIRES_SOON_MS;
    return isFresh && !isSecondFactorDue(kept) ? kept : null;
  } catch {
    // None, unreadable, or storage forbidden: the client finds out.
    return null;
  }
}

/** Whether this device keeps a session, whatever its state. */
export function hasKeptSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    // Forbidden: a session lasts as long as the page.
    return false;
  }
}
