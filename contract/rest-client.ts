import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { RestWorld } from '#tests/worlds/rest-world.ts';

export type Who = 'ann' | 'bob' | 'service' | 'anon' | 'expired' | 'garbage';

/** The official client, speaking as somebody. Retries are off: they would only hide a wrong status for seven seconds. */
export function clientOf(world: RestWorld, who: Who) {
  const client = createClient(world.url, who, {
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return client.schema('board');
}

/** What the official client never sends, or hides from its user. */
export function send(
  world: RestWorld,
  path: string,
  { who = 'ann', headers, ...init }: RequestInit & { who?: Who } = {},
): Promise<Response> {
  return fetch(`${world.url}/rest/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${who}`, ...Object.fromEntries(new Headers(headers)) },
  });
}

const REFUSAL = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
});

/** The error that an answer must be, with its status. */
export async function refusalOf(response: Response) {
  return { status: response.status, ...REFUSAL.parse(await response.json()) };
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** For tests that change rows: begins anew, with ids from 1 on. */
export async function emptyBoard(world: RestWorld): Promise<void> {
  await world.sql(
    'truncate board.tasks, board.projects, board.settings, board.labels restart identity cascade',
  );
}

/** The titles of everybody's tasks, past all policies. */
export async function titlesOf(world: RestWorld): Promise<unknown[]> {
  return (await world.sql('select title from board.tasks order by id')).map(({ title }) => title);
}
