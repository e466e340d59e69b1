import { RealtimeClient } from '@supabase/realtime-js';
import { loadConfig } from '../server/config.ts';
import { accessToken, authClient } from './auth-client.ts';
import { once } from './once.ts';

/** Milliseconds before each try to open the live connection again. */
const RECONNECT = [400, 1000, 2000, 5000, 10_000];

/**
 * The first try comes soon: a server that stops closes its connections while another one already serves. Spread, since
 * everybody's connection ends at the same time.
 */
const reconnectAfterMs = (tries: number): number =>
  (RECONNECT[tries - 1] ?? RECONNECT.at(-1) ?? 0) * (0.5 + Math.random() / 2);

/** The official client of live updates, created on first use. It opens its socket with the first channel. */
export const liveConnection: () => Promise<RealtimeClient> = once(async () => {
  const [{ anonKey }, auth] = await Promise.all([loadConfig(), authClient()]);
  const live = new RealtimeClient(`${location.origin.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: anonKey },
    accessToken: async () => (await accessToken()) ?? anonKey,
    reconnectAfterMs,
  });
  // Open channels go on with the new token.
  auth.onAuthStateChange((_event, session) => void live.setAuth(session?.access_token));
  return live;
});
