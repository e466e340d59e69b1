import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, emptyBoard, JSON_TYPE, refusalOf, send, titlesOf } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());
beforeEach(() => emptyBoard(world));

const from = (table: string) => clientOf(world, 'ann').from(table);

describe('update', () => {
  beforeEach(async () => {
    await world.sql(
      `insert into board.tasks (owner_id, title) values ($1, 'one'), ($1, 'two'), ($1, 'three'), ($2, 'bobs')`,
      [ANN, BOB],
    );
  });

  it('changes the rows that match and says only that', async () => {
    expect(await from('tasks').update({ is_done: true }).in('id', [1, 2])).toMatchObject({
      status: 204,
      statusText: 'No Content',
      data: null,
      count: null,
    });
    expect(await world.sql('select id from board.tasks where is_done order by id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it('gives back and counts what it changed', async () => {
    const { status, data, count } = await from('tasks')
      .update({ title: 'new' }, { count: 'exact' })
      .gt('id', 1)
      .select('id,title');
    expect([status, count, data]).toEqual([
      200,
      2,
      [
        { id: 2, title: 'new' },
        { id: 3, title: 'new' },
      ],
    ]);
    const response = await send(world, '/tasks?id=gt.1', {
      method: 'PATCH',
      body: '{"title":"newer"}',
      headers: { ...JSON_TYPE, prefer: 'count=exact' },
    });
    expect(response.headers.get('content-range')).toBe('0-1/2');
  });

  it('answers in the order and with the page that were asked for, and still changes all', async () => {
    const response = await send(world, '/tasks?id=lt.4&order=id.desc&limit=1&select=id', {
      method: 'PATCH',
      body: '{"title":"all"}',
      headers: { ...JSON_TYPE, prefer: 'return=representation' },
    });
    expect(await response.json()).toEqual([{ id: 3 }]);
    expect(await titlesOf(world)).toEqual(['all', 'all', 'all', 'bobs']);
  });

  it('finds nothing to change, and that is no error', async () => {
    expect(await from('tasks').update({ title: 'x' }).eq('id', 99)).toMatchObject({
      status: 204,
      error: null,
    });
    expect(await from('tasks').update({ title: 'x' }).eq('id', 99).select()).toMatchObject({
      status: 200,
      data: [],
    });
    expect(await from('tasks').update({ title: 'x' }).eq('id', 99).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
  });

  it('sets nothing when there is nothing to set', async () => {
    expect(await from('tasks').update({}).eq('id', 1)).toMatchObject({ status: 204, error: null });
    expect(await from('tasks').update({}).eq('id', 1).select()).toMatchObject({ status: 200, data: [] });
    expect(await titlesOf(world)).toEqual(['one', 'two', 'three', 'bobs']);
  });

  it('is taken back when it was to change one row and would change two', async () => {
    expect(await from('tasks').update({ title: 'x' }).gt('id', 1).select().single()).toMatchObject({
      status: 406,
    });
    const atMost = (rows: number) =>
      send(world, '/tasks?id=gt.1', {
        method: 'PATCH',
        body: '{"title":"x"}',
        headers: { ...JSON_TYPE, prefer: `handling=strict,max-affected=${rows}` },
      });
    expect(await refusalOf(await atMost(1))).toEqual({
      status: 400,
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 2 rows',
      hint: null,
    });
    expect(await titlesOf(world)).toEqual(['one', 'two', 'three', 'bobs']);
    expect((await atMost(2)).headers.get('preference-applied')).toBe('handling=strict, max-affected=2');
  });
});

describe('delete', () => {
  beforeEach(async () => {
    await world.sql(
      `insert into board.tasks (owner_id, title) values ($1, 'one'), ($1, 'two'), ($2, 'bobs')`,
      [ANN, BOB],
    );
  });

  it('removes the rows that match', async () => {
    expect(await from('tasks').delete().eq('id', 1)).toMatchObject({
      status: 204,
      statusText: 'No Content',
      data: null,
    });
    expect(await titlesOf(world)).toEqual(['two', 'bobs']);
  });

  it('gives back and counts what it removed', async () => {
    expect(await from('tasks').delete({ count: 'exact' }).gt('id', 0).select('title')).toMatchObject({
      status: 200,
      count: 2,
      data: [{ title: 'one' }, { title: 'two' }],
    });
  });
});

describe('a write of everything', () => {
  it.each(['PATCH', 'DELETE'])('%s needs a filter', async (method) => {
    await world.sql(`insert into board.tasks (owner_id, title) values ($1, 'one')`, [ANN]);
    const response = await send(world, '/tasks?select=id', {
      method,
      body: '{"title":"x"}',
      headers: JSON_TYPE,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: '21000',
      message: `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`,
      details: null,
      hint: null,
    });
    expect(await titlesOf(world)).toEqual(['one']);
  });
});

describe('two users', () => {
  beforeEach(async () => {
    await world.sql(`insert into board.tasks (owner_id, title) values ($1, 'anns')`, [ANN]);
  });
  const bob = () => clientOf(world, 'bob').from('tasks');

  it("cannot change, remove or take over each other's rows", async () => {
    expect(await bob().update({ title: 'x' }).eq('id', 1).select()).toMatchObject({ status: 200, data: [] });
    expect(await bob().delete().eq('id', 1).select()).toMatchObject({ status: 200, data: [] });
    expect(await bob().update({ owner_id: BOB }).eq('id', 1)).toMatchObject({ status: 204, error: null });
    expect(await bob().upsert({ id: 1, title: 'x' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect(await world.sql('select title, owner_id from board.tasks')).toEqual([
      { title: 'anns', owner_id: ANN },
    ]);
  });

  it("cannot add rows in each other's name, nor give their own away", async () => {
    expect(await bob().insert({ title: 'x', owner_id: ANN })).toMatchObject({
      status: 403,
      statusText: 'Forbidden',
      error: { code: '42501', message: 'new row violates row-level security policy for table "tasks"' },
    });
    await bob().insert({ title: 'bobs' });
    expect(await bob().update({ owner_id: ANN }).eq('title', 'bobs')).toMatchObject({ status: 403 });
  });
});

describe('rights', () => {
  it('to write without the right to read are enough if nothing is read back', async () => {
    expect(await from('reports').insert({ body: 'x' })).toMatchObject({ status: 201, error: null });
    expect(await from('reports').insert({ body: 'x' }).select()).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'new row violates row-level security policy for table "reports"' },
    });
  });

  it('are asked for the columns that are named, and no others', async () => {
    await from('settings').insert({ theme: 'dark' });
    expect(await from('settings').update({ theme: 'light' }).eq('owner_id', ANN)).toMatchObject({
      status: 204,
    });
    expect(await from('settings').update({ credits: 9999 }).eq('owner_id', ANN)).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'permission denied for table settings' },
    });
  });

  it('are missing for anon, who should sign in', async () => {
    const response = await send(world, '/tasks', {
      who: 'anon',
      method: 'POST',
      body: '{}',
      headers: JSON_TYPE,
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({
      code: '42501',
      message: 'permission denied for table tasks',
    });
  });
});
