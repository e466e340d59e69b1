import { postgresChangesFilter } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';
import { addNote, follow, listen, NOTES, type NoteEvent, titles } from './realtime-notes.ts';

let world: RealtimeWorld;
let ann: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(NOTES);
  ann = await world.person();
});
afterEach(closeClients);
afterAll(() => world.close());

const where = () => postgresChangesFilter();

describe('pattern filters', () => {
  it.each([
    [where().like('title', 'he%').build(), ['hello', 'he_l']],
    [where().like('title', '_ello').build(), ['hello']],
    [where().like('title', 'he\\_l').build(), ['he_l']],
    [where().like('title', 'a, (b)%').build(), ['a, (b) "c"']],
    // One pattern, once for each operator.
    [where().like('title', 'hello').build(), ['hello']],
    [where().ilike('title', 'hello').build(), ['hello', 'HELLO']],
    [where().ilike('title', 'HE%').build(), ['hello', 'HELLO', 'he_l']],
    [where().match('title', '^h.l').build(), ['hello']],
    [where().match('title', '^h.*l').build(), ['hello', 'he_l']],
    [where().imatch('title', '^h[aeiou]l+o$').build(), ['hello', 'HELLO']],
    [where().not('title', 'like', 'he%').build(), ['HELLO', 'a, (b) "c"']],
    [where().like('title', 'he%').gt('rank', 1).build(), ['he_l']],
    [where().in('title', ['hello', 'HELLO']).not('title', 'ilike', '%LLO').build(), []],
  ])('%s', async (filter, wanted) => {
    const client = await clientOf(world, ann);
    const all = await follow(client);
    const events = await follow(client, { table: 'notes', filter });
    await addNote(world, ann, 'hello', { rank: 1 });
    await addNote(world, ann, 'HELLO', { rank: 2 });
    await addNote(world, ann, 'he_l', { rank: 3 });
    await addNote(world, ann, 'a, (b) "c"');
    await until(() => all.length === 4);
    expect(titles(events)).toEqual(wanted);
  });

  it('match a deleted row by the values it had', async () => {
    const client = await clientOf(world, ann);
    const [matching, other] = [
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=match.^go.e$' }),
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=like.else%' }),
    ];
    const id = await addNote(world, ann, 'gone');
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => matching.length === 1);
    expect(matching[0]?.old).toEqual({ id });
    expect(other).toEqual([]);
  });

  it.each([
    ['title=match.a(', /^filter on title: .*missing closing/],
    ['title=match.(a)\\1', /^filter on title: .*invalid escape sequence/],
    ['title=match.(a{90}){90}', /^filter on title: /],
    ['title=like.x\\', /must not end with escape character/],
    ['rank=match.1', /type int4 has no patterns/],
  ])('say what is wrong with %s and keep the channel', async (filter, message) => {
    const channel = listen((await clientOf(world, ann)).channel('bad'), { table: 'notes', filter }, []);
    await join(channel, message);
    expect(channel.state).toBe('joined');
  });
});

describe('a pattern that costs much', () => {
  const LONG = 'x'.repeat(60_000);

  it('is not tried on a long text: the subscriber is told that a change was left out, and of the next ones', async () => {
    const events: NoteEvent[] = [];
    const said: string[] = [];
    const channel = listen(
      (await clientOf(world, ann)).channel('long'),
      { table: 'notes', filter: 'title=match.^x' },
      events,
    );
    await join(channel, 'Subscribed to PostgreSQL');
    channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
    await addNote(world, ann, LONG);
    await addNote(world, ann, 'x');
    await until(() => events.length > 0);
    expect(titles(events)).toEqual(['x']);
    expect(said).toEqual([expect.stringMatching(/^A change was left out: /)]);
  });

  it('tells nobody that there is a row which they may not see', async () => {
    const bob = await world.person();
    const client = await clientOf(world, bob);
    const said: string[] = [];
    const events: NoteEvent[] = [];
    const channel = listen(client.channel('board'), { table: 'board', filter: 'title=like.x%' }, events);
    await join(channel, 'Subscribed to PostgreSQL');
    channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
    await world.sql('insert into live.board values (1, $1, array[$2]::uuid[])', [LONG, ann.id]);
    await world.sql('insert into live.board values (2, $1, array[$2]::uuid[])', ['x', bob.id]);
    await until(() => events.length > 0);
    expect([titles(events), said]).toEqual([['x'], []]);
  });

  it('takes its own time and not that of others', async () => {
    const [greedy, fair] = [await clientOf(world, ann), await clientOf(world, ann)];
    const said: string[] = [];
    const channel = greedy.channel('greedy');
    for (let n = 0; n < 80; n += 1) {
      listen(channel, { table: 'notes', filter: `title=match.[ab]*a[ab]{${n + 60}}[cd]` }, []);
    }
    await join(channel, 'Subscribed to PostgreSQL');
    channel.on('system', {}, ({ message }: { message: string }) => said.push(message));
    const events = await follow(fair, { table: 'notes', filter: 'title=match.c$' });
    const text = Array.from({ length: 1_000 }, (_, n) => ((n * n) % 7 < 3 ? 'a' : 'b')).join('');
    for (let n = 0; n < 10; n += 1) await addNote(world, ann, `${n}${text.slice(n)}${text.slice(0, n)}c`);
    await until(() => events.length === 10 && said.length > 0);
    expect([events.length, said]).toEqual([10, [expect.stringMatching(/^A change was left out: /)]]);
  });
});
