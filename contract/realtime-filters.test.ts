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
    ['rank=isdistinct.2', ['one', 'three', 'none']],
    ['rank=not.isdistinct.2', ['two']],
    ['rank=not.eq.2', ['one', 'three']],
    ['rank=gte.2,title=neq.two', ['three']],
    ['title=eq.x,y', []],
    ['made_at=gt.2020-01-01 00:00:00+02', ['one', 'two', 'three', 'none']],
    ['made_at=lt.2020-01-01', []],
  ])('%s', async (filter, wanted) => {
    const client = await clientOf(world, ann);
    const all = await follow(client);
    const events = await follow(client, { table: 'notes', filter });
    await addNote(world, ann, 'one', { rank: 1 });
    await addNote(world, ann, 'two', { rank: 2 });
    await addNote(world, ann, 'three', { rank: 3 });
    await addNote(world, ann, 'none');
    await until(() => all.length === 4);
    expect(titles(events)).toEqual(wanted);
  });

  it('matches a deleted row by the values it had', async () => {
    const client = await clientOf(world, ann);
    const [matching, other] = [
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=eq.gone' }),
      await follow(client, { table: 'notes', event: 'DELETE', filter: 'title=eq.else' }),
    ];
    const id = await addNote(world, ann, 'gone');
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => matching.length === 1);
    expect(matching[0]?.old).toEqual({ id });
    expect(other).toEqual([]);
  });

  it('gives nothing away through a column that the role may not read: it is refused like one that is not there', async () => {
    const [all, probing]: [NoteEvent[], NoteEvent[]] = [[], []];
    const client = await clientOf(world, ann);
    await join(listen(client.channel('all'), { table: 'notes' }, all), 'Subscribed to PostgreSQL');
    for (const [name, filter] of [
      ['hidden', 'secret=eq.not for the browser'],
      ['badly cast', 'secret=in.(1)'],
      ['missing', 'missing=eq.1'],
    ] as const) {
      const column = filter.split('=', 1)[0];
      await join(
        listen(client.channel(name), { table: 'notes', filter }, probing),
        `invalid column for filter ${column}`,
      );
    }
    const service = await follow(await clientOf(world, world.serviceRoleKey), {
      table: 'notes',
      filter: 'secret=eq.not for the browser',
    });
    await addNote(world, ann, 'probe');
    await until(() => all.length === 1 && service.length === 1);
    expect([titles(service), probing]).toEqual([['probe'], []]);
  });

  it.each([
    ['nope=eq.1', /invalid column for filter nope/],
    ['rank=eq.many', /invalid input syntax for type integer/],
    ['rank=like.1%', /type int4 has no patterns/],
    ['title=soundslike.x', /operator soundslike is not supported/],
    ['tags=gt.{}', /has no order/],
    ['rank', /form column=operator\.value/],
    [Array(21).fill('rank=gt.1').join(), /a filter may have 20 conditions/],
  ])('says what is wrong with %s and keeps the channel', async (filter, message) => {
    const channel = listen((await clientOf(world, ann)).channel('bad'), { table: 'notes', filter }, []);
    await join(channel, message);
    expect(channel.state).toBe('joined');
  });

  it('of one channel have a hundred conditions between them at most', async () => {
    const channel = (await clientOf(world, ann)).channel('many');
    for (let n = 0; n < 6; n += 1) {
      listen(channel, { table: 'notes', filter: Array(20).fill(`rank=gt.${n}`).join() }, []);
    }
    await join(channel, /a channel may have 100 filter conditions/);
  });
});
