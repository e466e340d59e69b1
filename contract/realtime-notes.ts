import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import type { RealtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { join } from './realtime-client.ts';

/** Notes have an owner and hidden columns, the board has readers, steps have a key of two columns; two tables are not to be had. */
export const NOTES = `
  create schema live;
  grant usage on schema live to anon, authenticated, service_role;

  create table live.notes (
    id bigint generated always as identity primary key,
    user_id uuid not null, title text not null, rank int, secret text, tags text[] not null default '{}',
    made_at timestamptz not null default now(), hidden boolean not null default false
  );
  alter table live.notes enable row level security;
  create policy own on live.notes to authenticated using (user_id = auth.uid() and not hidden);
  grant select (id, user_id, title, rank, tags, made_at), delete on live.notes to authenticated;
  grant all on live.notes to service_role;
  select realtime.watch('live.notes', 'user_id');

  create table live.board (id int primary key, title text, readers uuid[] not null);
  alter table live.board enable row level security;
  create policy readers on live.board for select to authenticated using (auth.uid() = any (readers));
  grant select on live.board to authenticated, service_role;
  select realtime.watch('live.board');

  create table live.steps (part int, place int, title text, primary key (part, place));
  alter table live.steps enable row level security;
  create policy everybody on live.steps for select to authenticated using (part < 10);
  grant select on live.steps to authenticated;
  select realtime.watch('live.steps');

  create table live.unpublished (id int primary key);
  grant select on live.unpublished to authenticated;
  create table live.closed (id int primary key, user_id uuid);
  select realtime.watch('live.closed', 'user_id');
`;

export type NoteEvent = RealtimePostgresChangesPayload<Record<string, unknown>>;

interface Wanted {
  readonly event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema?: string;
  readonly table?: string;
  readonly filter?: string;
  readonly select?: string[];
}

/** Joins a channel that collects changes. */
export async function follow(
  client: SupabaseClient,
  wanted: Wanted = { table: 'notes' },
): Promise<NoteEvent[]> {
  const events: NoteEvent[] = [];
  await join(listen(client.channel(randomUUID()), wanted, events), 'Subscribed to PostgreSQL');
  return events;
}

export function listen(channel: RealtimeChannel, wanted: Wanted, events: NoteEvent[]): RealtimeChannel {
  const { event = '*', schema = 'live', ...rest } = wanted;
  // The official types have one signature for each event.
  const filter = { event: event as '*', schema, ...rest };
  return channel.on<Record<string, unknown>>(
    'postgres_changes',
    filter,
    (change) => void events.push(change),
  );
}

export async function addNote(
  world: RealtimeWorld,

  person: Person,
  title: string,
  more: { rank?: number; hidden?: boolean } = {},
): Promise<number> {
  const [row] = await world.sql(
    'insert into live.notes (user_id, title, rank, secret, hidden) values ($1, $2, $3, $4, $5) returning id',
    [person.id, title, more.rank ?? null, 'not for the browser', more.hidden ?? false],
  );
  return Number(row?.['id']);
}

export const titles = (events: readonly NoteEvent[]): unknown[] =>
  events.map((event) => Reflect.get(event.new, 'title'));

/** Such as `INSERT 1` and `DELETE 1`: what happened to the row of which id. */
export const told = (events: readonly NoteEvent[]): string[] =>
  events.map((event) => {
    const row = event.eventType === 'DELETE' ? event.old : event.new;
    return `${event.eventType} ${String(Reflect.get(row, 'id'))}`;
  });
