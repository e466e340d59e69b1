import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { SESSION_KEY } from './session-key.ts';

/** The client renews what ends sooner than that before it says who is here. */
const RENEWED_BEFORE_S = 90;

const shape = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  user: z.object({ id: z.string() }),
});

/** As the client has written it, and reads it itself without a further look. */
const kept = z.custom<Session>((value) => shape.safeParse(value).success);

/**
 * The session that the client will find on this device, before its code is there; null: none, or one that it has to
 * renew first. Nothing is believed that the client would not believe: the server decides with every request.
 */
export function knownSession(): Session | null {
  try {
    const session = kept.parse(JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null'));
    const endsIn = (session.expires_at ?? 0) - Date.now() / 1000;
    return endsIn > RENEWED_BEFORE_S ? session : null;
  } catch {
    return null;
  }
}
