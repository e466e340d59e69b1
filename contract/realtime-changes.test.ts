import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/realtime-world.ts';
import type { Person } from '#tests/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

const SCHEMA = `
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

let world: RealtimeWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(SCHEMA);
  [ann, bob] = [await world.person(), await world.person()];
});
afterEach(closeClients);
afterAll(() => world.close());

interface Event {
  readonly eventType: string;
  readonly table: string;
  readonly commit_timestamp: string;
  readonly new: Record<string, unknown>;
  readonly old: Record<string, unknown>;
  readonly errors: unknown;
}

interface Wanted {
  readonly event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema?: string;
  readonly table?: string;
  readonly filter?: string;
  readonly select?: string[];
}

/** Joins a channel that collects changes. */
async function follow(client: SupabaseClient, wanted: Wanted = { table: 'notes' }): Promise<Event[]> {
  const events: Event[] = [];
  await join(listen(client.channel(randomUUID()), wanted, events), 'Subscribed to PostgreSQL');
  return events;
}

function listen(channel: RealtimeChannel, wanted: Wanted, events: Event[]): RealtimeChannel {
  const { event = '*', schema = 'live', ...rest } = wanted;
  return channel.on<Record<string, unknown>>(
    'postgres_changes',
    { event: event as '*', schema, ...rest },
    (change) => {
      events.push(change as unknown as Event);
    },
  );
}

async function addNote(
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

const titles = (events: readonly Event[]): unknown[] => events.map((event) => event.new['title']);

describe('changes of a table with an owner', () => {
  it('tells the owner of an insert, an update and a delete, in this order', async () => {
    const events = await follow(await clientOf(world, ann));
    const id = await addNote(ann, 'milk', { rank: 3 });
    await until(() => events.length === 1);
    await world.sql(`update live.notes set title = 'oat milk', tags = '{a,"b c"}' where id = $1`, [id]);
    await until(() => events.length === 2);
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => events.length === 3);

    expect(events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    expect(events[0]?.new).toMatchObject({ id, user_id: ann.id, title: 'milk', rank: 3, tags: [] });
    expect(events[1]?.new).toMatchObject({ id, title: 'oat milk', tags: ['a', 'b c'] });
    expect(events[1]?.old).toEqual({ id });
    expect(events[2]?.new).toEqual({});
    expect(events[2]?.old).toEqual({ id });
    expect(events[0]?.errors).toBeNull();
    expect(Math.abs(Date.parse(events[0]?.commit_timestamp ?? '') - Date.now())).toBeLessThan(10_000);
  });

  it('leaves out columns that the role may not read', async () => {
    const events = await follow(await clientOf(world, ann));
    await addNote(ann, 'no secret');
    await until(() => events.length === 1);
    expect(Object.keys(events[0]?.new ?? {}).toSorted()).toEqual([
      'id',
      'made_at',
      'rank',
      'tags',
      'title',
      'user_id',
    ]);
  });

  it('sends nothing of 200 inserts, updates and deletes to somebody else', async () => {
    const mine = await follow(await clientOf(world, ann));
    const bobs = await clientOf(world, bob);
    const foreign = await follow(bobs);
    const aimed = await follow(bobs, { table: 'notes', filter: `user_id=eq.${ann.id}` });
    const wild = await follow(bobs, { schema: '*' });
    for (let round = 0; round < 20; round += 1) {
      await world.sql(`insert into live.notes (user_id, title) select $1, 'x' from generate_series(1, 10)`, [
        ann.id,
      ]);
      await world.sql(`update live.notes set title = 'y' where user_id = $1 and title = 'x'`, [ann.id]);
      await world.sql(`delete from live.notes where user_id = $1 and title = 'y'`, [ann.id]);
    }
    // Events are sent in order: once the last one is there, all that were to come before it have come.
    await addNote(bob, 'the end');
    const deletions = () => mine.filter(({ eventType }) => eventType === 'DELETE').length;
    await until(() => deletions() === 200 && foreign.length > 0 && wild.length > 0);
    expect(deletions()).toBe(200);
    expect(titles(foreign)).toEqual(['the end']);
    expect(titles(wild)).toEqual(['the end']);
    expect(aimed).toEqual([]);
  });

  it('tells of a row that is gone again by its deletion alone: the look-up finds nothing to show', async () => {
    const events = await follow(await clientOf(world, ann));
    await world.script(`
      begin;
      insert into live.notes (user_id, title) values ('${ann.id}', 'short-lived');
      delete from live.notes where title = 'short-lived';
      commit`);
    await until(() => events.length > 0);
    expect(events.map(({ eventType }) => eventType)).toEqual(['DELETE']);
  });

  it('keeps a row from its owner that a policy hides', async () => {
    const events = await follow(await clientOf(world, ann));
    await addNote(ann, 'hidden', { hidden: true });
    await addNote(ann, 'shown');
    await until(() => events.length > 0);
    expect(titles(events)).toEqual(['shown']);
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const events = await follow(await clientOf(world, ann));
    await world.script(
      `begin; insert into live.notes (user_id, title) values ('${ann.id}', 'undone'); rollback`,
    );
    await addNote(ann, 'kept');
    await until(() => events.length > 0);
    expect(titles(events)).toEqual(['kept']);
  });

  it('tells the service role of everything', async () => {
    const events = await follow(await clientOf(world, world.serviceRoleKey));
    const id = await addNote(ann, 'for the service');
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => events.length === 2);
    expect(events[0]?.new).toMatchObject({ secret: 'not for the browser' });
    expect(events[1]?.old).toEqual({ id });
  });

  it('gives each listener of one channel what it asked for', async () => {
    const [inserts, deletes]: [Event[], Event[]] = [[], []];
    const channel = (await clientOf(world, ann)).channel('two');
    listen(channel, { table: 'notes', event: 'INSERT', select: ['title'] }, inserts);
    listen(channel, { table: 'notes', event: 'DELETE' }, deletes);
    await join(channel, 'Subscribed to PostgreSQL');
    const id = await addNote(ann, 'short');
    await until(() => inserts.length === 1);
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => deletes.length === 1);
    expect(inserts.map((event) => event.new)).toEqual([{ id, title: 'short' }]);
    expect(deletes.map((event) => event.eventType)).toEqual(['DELETE']);
  });
});

describe('filters', () => {
  it.each([
    ['rank=eq.2', ['two']],
    ['rank=neq.2', ['one', 'three']],
    ['rank=lt.2', ['one']],
    ['rank=lte.2', ['one', 'two']],
    ['rank=gt.2', ['three']],
    ['rank=gte.2', ['two', 'three']],
    ['rank=in.(1,3)', ['one', 'three']],
    ['title=in.("two","x,y")', ['two']],
    ['rank=is.null', ['none']],
    ['rank=not.eq.2', ['one', 'three']],
    ['rank=gte.2,title=neq.two', ['three']],
    ['title=eq.x,y', []],
    ['made_at=gt.2020-01-01 00:00:00+02', ['one', 'two', 'three', 'none']],
    ['made_at=lt.2020-01-01', []],
  ])('%s', async (filter, wanted) => {
    const client = await clientOf(world, ann);
    const all = await follow(client);
    const events = await follow(client, { table: 'notes', filter });
    await addNote(ann, 'one', { rank: 1 });
    await addNote(ann, 'two', { rank: 2 });
    await addNote(ann, 'three', { rank: 3 });
    await addNote(ann, 'none');
    await until(() => all.length === 4);
    expect(titles(events)).toEqual(wanted);
  });

  it('matches a deleted row by the values it had', async () => {
    const client = await clientOf(world, ann);
    const [matching, other] = [
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=eq.gone' }),
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=eq.else' }),
    ];
    const id = await addNote(ann, 'gone');
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => matching.length === 1);
    expect(matching[0]?.old).toEqual({ id });
    expect(other).toEqual([]);
  });

  it('gives nothing away through a column that the role may not read', async () => {
    const client = await clientOf(world, ann);
    const [all, probing] = [
      await follow(client),
      await follow(client, { table: 'notes', filter: 'secret=eq.not for the browser' }),
    ];
    await addNote(ann, 'probe');
    await until(() => all.length === 1);
    expect(probing).toEqual([]);
  });

  it.each([
    ['nope=eq.1', /invalid column for filter nope/],
    ['rank=eq.many', /invalid input syntax for type integer/],
    ['rank=like.1%', /operator like is not supported/],
    ['tags=gt.{}', /has no order/],
    ['rank', /form column=operator\.value/],
  ])('says what is wrong with %s and keeps the channel', async (filter, message) => {
    const channel = listen((await clientOf(world, ann)).channel('bad'), { table: 'notes', filter }, []);
    await join(channel, message);
    expect(channel.state).toBe('joined');
  });
});

describe('changes of a table without an owner', () => {
  it('reach those whom the policies let see the row, and deletions nobody but the service', async () => {
    const [toAnn, toBob, toService] = [
      await follow(await clientOf(world, ann), { table: 'board' }),
      await follow(await clientOf(world, bob), { table: 'board' }),
      await follow(await clientOf(world, world.serviceRoleKey), { table: 'board' }),
    ];
    await world.sql('insert into live.board values (1, $1, array[$2]::uuid[])', ['for Ann', ann.id]);
    await world.sql('insert into live.board values (2, $1, array[$2, $3]::uuid[])', [
      'for both',
      ann.id,
      bob.id,
    ]);
    await until(() => toAnn.length === 2 && toBob.length === 1);
    await world.sql('delete from live.board where id = 2');
    await world.sql('insert into live.board values (3, $1, array[$2, $3]::uuid[])', ['last', ann.id, bob.id]);
    await until(() => toAnn.length > 2 && toBob.length > 1 && toService.length > 3);
    expect(titles(toAnn)).toEqual(['for Ann', 'for both', 'last']);
    expect(titles(toBob)).toEqual(['for both', 'last']);
    expect(toService.map(({ eventType }) => eventType)).toEqual(['INSERT', 'INSERT', 'DELETE', 'INSERT']);
  });

  it('are looked up by a primary key of several columns', async () => {
    const events = await follow(await clientOf(world, ann), { table: 'steps' });
    await world.sql(`insert into live.steps values (10, 1, 'hidden'), (1, 10, 'seen'), (1, 11, 'seen too')`);
    await until(() => events.length === 2);
    expect(titles(events)).toEqual(['seen', 'seen too']);
  });
});

describe('joining', () => {
  it.each(['unpublished', 'closed', 'missing'])('%s tables are refused alike', async (table) => {
    const channel = listen((await clientOf(world, ann)).channel('refused'), { table }, []);
    await join(channel, /Unable to subscribe to changes with given parameters/);
  });

  it('fails as a whole where the client asks to wait for its changes', async () => {
    const channel = (await clientOf(world, ann)).channel('waiting', {
      config: { postgres_changes_options: { wait: true } },
    });
    const [status, error] = await new Promise<[string, Error | undefined]>((resolve) => {
      listen(channel, { table: 'missing' }, []).subscribe((state, reason) => resolve([state, reason]));
    });
    expect(status).toBe('CHANNEL_ERROR');
    expect(error?.message).toMatch(/^RealtimeDisabledForConfiguration: Unable to subscribe/);
  });
});
