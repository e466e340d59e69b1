import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';
import { addNote, follow, listen, NOTES, type NoteEvent, titles, told } from './realtime-notes.ts';

let world: RealtimeWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(NOTES);
  [ann, bob] = [await world.person(), await world.person()];
});
afterEach(closeClients);
afterAll(() => world.close());

describe('changes of a table with an owner', () => {
  it('tells the owner of an insert, an update and a delete, in this order', async () => {
    const events = await follow(await clientOf(world, ann));
    const id = await addNote(world, ann, 'milk', { rank: 3 });
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
    await addNote(world, ann, 'no secret');
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
    await addNote(world, bob, 'the end');
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
    await addNote(world, ann, 'hidden', { hidden: true });
    await addNote(world, ann, 'shown');
    await until(() => events.length > 0);
    expect(titles(events)).toEqual(['shown']);
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const events = await follow(await clientOf(world, ann));
    await world.script(
      `begin; insert into live.notes (user_id, title) values ('${ann.id}', 'undone'); rollback`,
    );
    await addNote(world, ann, 'kept');
    await until(() => events.length > 0);
    expect(titles(events)).toEqual(['kept']);
  });

  it('tells the service role of everything', async () => {
    const events = await follow(await clientOf(world, world.serviceRoleKey));
    const id = await addNote(world, ann, 'for the service');
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => events.length === 2);
    expect(events[0]?.new).toMatchObject({ secret: 'not for the browser' });
    expect(events[1]?.old).toEqual({ id });
  });

  it('gives each listener of one channel what it asked for', async () => {
    const [inserts, deletes]: [NoteEvent[], NoteEvent[]] = [[], []];
    const channel = (await clientOf(world, ann)).channel('two');
    listen(channel, { table: 'notes', event: 'INSERT', select: ['title'] }, inserts);
    listen(channel, { table: 'notes', event: 'DELETE' }, deletes);
    await join(channel, 'Subscribed to PostgreSQL');
    const id = await addNote(world, ann, 'short');
    await until(() => inserts.length === 1);
    await world.sql('delete from live.notes where id = $1', [id]);
    await until(() => deletes.length === 1);
    expect(inserts.map((event) => event.new)).toEqual([{ id, title: 'short' }]);
    expect(deletes.map((event) => event.eventType)).toEqual(['DELETE']);
  });
});

describe('changes of a table without an owner', () => {
  it('reach those whom the policies let see the row, deletions too', async () => {
    const [toAnn, toBob, toService, aimed] = [
      await follow(await clientOf(world, ann), { table: 'board' }),
      await follow(await clientOf(world, bob), { table: 'board' }),
      await follow(await clientOf(world, world.serviceRoleKey), { table: 'board' }),
      await follow(await clientOf(world, bob), { table: 'board', event: 'DELETE', filter: 'id=in.(1,2)' }),
    ];
    await world.sql('insert into live.board values (1, $1, array[$2]::uuid[])', ['for Ann', ann.id]);
    await world.sql('insert into live.board values (2, $1, array[$2, $3]::uuid[])', [
      'for both',
      ann.id,
      bob.id,
    ]);
    await until(() => toAnn.length === 2 && toBob.length === 1);
    await world.sql('delete from live.board where id = 1');
    await world.sql('delete from live.board where id = 2');
    await world.sql('insert into live.board values (3, $1, array[$2, $3]::uuid[])', ['last', ann.id, bob.id]);
    await until(() => toAnn.length > 4 && toBob.length > 2 && toService.length > 4);
    expect(told(toAnn)).toEqual(['INSERT 1', 'INSERT 2', 'DELETE 1', 'DELETE 2', 'INSERT 3']);
    expect(told(toBob)).toEqual(['INSERT 2', 'DELETE 2', 'INSERT 3']);
    expect(told(toService)).toEqual(['INSERT 1', 'INSERT 2', 'DELETE 1', 'DELETE 2', 'INSERT 3']);
    expect(told(aimed)).toEqual(['DELETE 2']);
    expect(aimed[0]?.old).toEqual({ id: 2 });
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
