import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { expect, vi } from 'vitest';
import type { RealtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';

interface Options {
  readonly vsn?: string;
  readonly url?: string;
  /** Asked whenever the client wants a token, as the auth client would be. */
  readonly accessToken?: () => Promise<string | null>;
}

const open: SupabaseClient[] = [];

/** The official client, speaking as a person or with a key. It has its token: a channel joined before would join as a visitor. */
export async function clientOf(
  world: RealtimeWorld,
  who: Person | string,
  options: Options = {},
): Promise<SupabaseClient> {
  const key = typeof who === 'string' ? who : world.anonKey;
  const accessToken = options.accessToken ?? (async () => (typeof who === 'string' ? who : who.token));
  const client = createClient(options.url ?? world.url, key, {
    accessToken,
    realtime: { vsn: options.vsn ?? '2.0.0' },
  });
  open.push(client);
  await client.realtime.setAuth();
  return client;
}

/** To be called after each test: a socket left open would keep reconnecting. */
export async function closeClients(): Promise<void> {
  await Promise.all(
    open.splice(0).map(async (client) => {
      await client.removeAllChannels();
      await client.realtime.disconnect();
    }),
  );
}

/** Subscribes and waits until the server has said `word` in a system message; without a word, until it has joined. */
export async function join(channel: RealtimeChannel, word?: string | RegExp): Promise<RealtimeChannel> {
  const said: string[] = [];
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
  const status = await new Promise<string>((resolve, reject) => {
    channel.subscribe((state, error) => (error ? reject(error) : resolve(state)));
  });
  expect(status).toBe('SUBSCRIBED');
  if (word !== undefined) await until(() => said.length > 0);
  if (word !== undefined) expect(said[0]).toMatch(word);
  return channel;
}

/** Waits for something to become true; the assertions after it say what went wrong when it does not. */
export async function until(isTrue: () => boolean, limit = 5_000): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: limit, interval: 10 }).catch(() => {});
}
