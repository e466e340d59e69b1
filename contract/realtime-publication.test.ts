import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';
import { follow, listen, told } from './realtime-notes.ts';

/**
 * Tables published the usual way. Cards are seen by the members of their team, unless they are archived; everybody sees
 * the news; `keyless`, `partly` and `auth.users` cannot be had.
 */
const TABLES = `
  create schema live;
  grant usage on schema live to anon, authenticated, service_role;

  create table live.teams (team int, member uuid, primary key (team, member));
  alter table live.teams enable row level security;
  create policy own on live.teams for select to authenticated using (member = auth.uid());
  grant select on live.teams to authenticated;

  create table live.cards (
    id bigint generated always as identity primary key, team int not null, title text not null, archived boolean not null default false,
    tags text[] not null default '{}', details jsonb
  );
  alter table live.cards enable row level security;
  create policy team on live.cards for select to authenticated
    using (exists (select from live.teams t where t.team = cards.team and t.member = auth.uid()));
  create policy everything on live.cards for all to service_role using (true);
  create policy kept on live.cards as restrictive for select using (not archived and coalesce(details ->> 'hidden', '') = '');
  grant select on live.cards to authenticated, service_role;

  create table live.news (id int primary key, title text);
  grant select on live.news to anon, authenticated;

  create table live.fragile (id int primary key, divisor int not null);
  alter table live.fragile enable row level security;
  create policy fragile on live.fragile for select to authenticated using (1 / divisor = 1);
  grant select on live.fragile to authenticated;

  create table live.keyless (title text);
  create table live.partly (id int primary key, title text);
  create table live.later (id int primary key, title text);
  grant select on live.keyless, live.partly, live.later to authenticated;

  alter publication supabase_realtime add table live.cards, live.news, live.fragile, live.keyless, auth.users;
  alter publication supabase_realtime add table live.partly (id);
`;

let world: RealtimeWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(TABLES);
  [ann, bob] = [await world.person(), await world.person()];
  await world.sql('insert into live.teams values (1, $1), (2, $1), (2, $2)', [ann.id, bob.id]);
});
afterEach(closeClients);
afterAll(() => world.close());

async function addCard(
  team: number,
  title: string,
  more: { archived?: boolean; details?: object } = {},
): Promise<number> {
  const [row] = await world.sql(
    'insert into live.cards (team, title, archived, details) values ($1, $2, $3, $4) returning id',
    [team, title, more.archived ?? false, more.details ?? null],
  );
  return Number(row?.['id']);
}

/** A server looks at the publication when it is asked for a table, and not again at once. */
const lookedAt = () => new Promise((resolve) => setTimeout(resolve, 150));

const REFUSED = /Unable to subscribe to changes with given parameters/;

async function refused(table: string, schema = 'live'): Promise<void> {
  const channel = listen(
    (await clientOf(world, world.serviceRoleKey)).channel('refused'),
    { schema, table },
    [],
  );
  await join(channel, REFUSED);
}

describe('a member of the publication supabase_realtime', () => {
  it('tells those who may see its rows of an insert, an update and a delete', async () => {
    const id = await addCard(2, 'here before');
    const events = await follow(await clientOf(world, bob), { table: 'cards', filter: `id=eq.${id}` });
    const deletions = await follow(await clientOf(world, bob), {
      table: 'cards',
      event: 'DELETE',
      filter: `id=eq.${id}`,
    });
    const other = await addCard(2, 'another');
    await world.sql(
      `update live.cards set title = 'changed', tags = '{a,"b c"}', details = '{"n": 1}' where id in ($1, $2)`,
      [id, other],
    );
    await until(() => events.length === 1);
    await world.sql('delete from live.cards where id in ($1, $2)', [id, other]);
    await until(() => events.length === 2 && deletions.length === 1);
    expect(told(events)).toEqual([`UPDATE ${id}`, `DELETE ${id}`]);
    expect(events[0]?.new).toMatchObject({ id, title: 'changed', tags: ['a', 'b c'] });
    expect(events[1]?.old).toEqual({ id });
    expect(told(deletions)).toEqual([`DELETE ${id}`]);
  });

  it('tells nobody else: not of 200 changes, not by a filter, not with a wildcard, deletions included', async () => {
    const mine = await follow(await clientOf(world, ann), { table: 'cards' });
    const bobs = await clientOf(world, bob);
    const foreign = await follow(bobs, { table: 'cards' });
    const aimed = await follow(bobs, { table: 'cards', event: 'DELETE', filter: 'team=eq.1' });
    const wild = await follow(bobs, { schema: '*' });
    const visitor = await clientOf(world, world.anonKey);
    await join(listen(visitor.channel('visitor'), { table: 'cards' }, []), REFUSED);
    for (let round = 0; round < 10; round += 1) {
      await world.sql(`insert into live.cards (team, title) select 1, 'x' from generate_series(1, 20)`);
      await world.sql(`update live.cards set title = 'y' where team = 1`);
      await world.sql('delete from live.cards where team = 1');
    }
    const end = await addCard(2, 'the end');
    const deletions = () => mine.filter(({ eventType }) => eventType === 'DELETE').length;
    await until(() => deletions() === 200 && foreign.length > 0 && wild.length > 0);
    expect(deletions()).toBe(200);
    expect([told(foreign), told(wild), aimed]).toEqual([[`INSERT ${end}`], [`INSERT ${end}`], []]);
  });

  it('keeps to restrictive policies where a row is deleted', async () => {
    const events = await follow(await clientOf(world, ann), { table: 'cards' });
    const ids = [
      await addCard(1, 'archived', { archived: true }),
      await addCard(1, 'hidden', { details: { hidden: 'yes' } }),
      await addCard(1, 'shown', { details: {} }),
    ];
    await world.sql('delete from live.cards where id = any ($1)', [ids]);
    await until(() => told(events).includes(`DELETE ${ids[2]}`));
    // The insert is told of where it was looked up before the row was gone.
    expect(told(events).filter((event) => event !== `INSERT ${ids[2]}`)).toEqual([`DELETE ${ids[2]}`]);
  });

  it('tells everybody who may read it, where it has no row-level security', async () => {
    const [toVisitor, toAnn] = [
      await follow(await clientOf(world, world.anonKey), { table: 'news' }),
      await follow(await clientOf(world, ann), { table: 'news', event: 'DELETE', filter: 'title=eq.old' }),
    ];
    await world.sql(`insert into live.news values (1, 'old')`);
    await world.sql('delete from live.news where id = 1');
    await until(() => toVisitor.length === 2 && toAnn.length === 1);
    expect([told(toVisitor), told(toAnn)]).toEqual([['INSERT 1', 'DELETE 1'], ['DELETE 1']]);
    expect(toVisitor[1]?.old).toEqual({ id: 1 });
  });

  it('whose policy fails is told to nobody, and the others are told of all the same', async () => {
    const client = await clientOf(world, ann);
    const [fragile, news] = [
      await follow(client, { table: 'fragile' }),
      await follow(client, { table: 'news' }),
    ];
    await world.script(
      `begin; insert into live.fragile values (1, 0); insert into live.news values (2, 'beside'); commit`,
    );
    await world.script(`begin; delete from live.fragile; delete from live.news where id = 2; commit`);
    await until(() => news.length === 2);
    expect([told(fragile), told(news)]).toEqual([[], ['INSERT 2', 'DELETE 2']]);
  });

  it('is captured as soon as somebody asks, follows a new replica identity, and ends with its membership', async () => {
    await refused('later');
    await world.script('alter publication supabase_realtime add table live.later');
    const client = await clientOf(world, ann);
    const [named, wild] = [
      await follow(client, { table: 'later' }),
      await follow(client, { schema: 'live', table: '*' }),
    ];
    await world.script(`insert into live.later values (1, 'a'); update live.later set title = 'b'`);
    await until(() => named.length === 2 && wild.length === 2);
    expect(told(wild)).toEqual(['INSERT 1', 'UPDATE 1']);
    expect(named[1]?.old).toEqual({ id: 1 });

    await world.script('alter table live.later replica identity full');
    await lookedAt();
    await refused('keyless');
    await world.script(`update live.later set title = 'c'`);
    await until(() => named.length === 3);
    expect(named[2]?.old).toEqual({ id: 1, title: 'b' });

    await world.script('alter publication supabase_realtime drop table live.later');
    await lookedAt();
    await refused('later');
    await world.script('delete from live.later');
    expect(
      await world.sql(`select from realtime.changes where "table" = 'later' and type = 'DELETE'`),
    ).toEqual([]);
    expect(told(named)).toEqual(['INSERT 1', 'UPDATE 1', 'UPDATE 1']);
  });

  it('is told of as the publication says, and of everything where it is watched', async () => {
    await world.script(`
      create table live.inserts (id int primary key, title text);
      create table live.watched (id int primary key, title text);
      grant select on live.inserts, live.watched to authenticated;
      select realtime.watch('live.watched');
      alter publication supabase_realtime add table live.inserts, live.watched;
      alter publication supabase_realtime set (publish = 'insert, delete')`);
    await lookedAt();
    const client = await clientOf(world, ann);
    const [inserts, watched] = [
      await follow(client, { table: 'inserts' }),
      await follow(client, { table: 'watched' }),
    ];
    for (const table of ['inserts', 'watched']) {
      await world.script(`
        insert into live.${table} values (1, 'a'); update live.${table} set title = 'b'; delete from live.${table}`);
    }
    await until(() => inserts.length >= 2 && watched.length === 3);
    await world.script(
      `alter publication supabase_realtime set (publish = 'insert, update, delete, truncate')`,
    );
    expect([told(inserts), told(watched)]).toEqual([
      ['INSERT 1', 'DELETE 1'],
      ['INSERT 1', 'UPDATE 1', 'DELETE 1'],
    ]);
  });

  it('made anew with the publication is captured again', async () => {
    await world.script(`
      begin; drop publication supabase_realtime; create publication supabase_realtime; commit;
      alter publication supabase_realtime add table live.news;`);
    await lookedAt();
    const events = await follow(await clientOf(world, ann), { table: 'news' });
    await refused('cards');
    await world.sql(`insert into live.news values (3, 'again')`);
    await until(() => events.length === 1);
    expect(told(events)).toEqual(['INSERT 3']);
  });
});

describe('what cannot be published', () => {
  it.each([
    ['a table without a key', 'live', 'keyless'],
    ['a part of a table', 'live', 'partly'],
    ['what no user may read', 'auth', 'users'],
  ])('is %s: also the service is refused, and the table works on', async (_what, schema, table) => {
    await refused(table, schema);
    expect(
      await world.sql(
        `select from pg_trigger where tgname = 'realtime_capture' and tgrelid = '${schema}.${table}'::regclass`,
      ),
    ).toEqual([]);
  });
});
