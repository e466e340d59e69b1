import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());

describe('a credential', () => {
  it('that is none makes the caller anonymous', async () => {
    const response = await fetch(`${world.url}/rest/v1/labels?select=id`);
    expect([response.status, await response.json()]).toEqual([200, [{ id: 1 }, { id: 2 }, { id: 3 }]]);
  });

  it.each([
    ['expired', 'PGRST303', 'JWT expired'],
    ['garbage', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
  ] as const)('that is %s is refused, also where anybody may read', async (who, code, message) => {
    const response = await send(world, '/labels', { who });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    );
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
    expect(await response.json()).toEqual({ code, message, details: null, hint: null });
  });
});

describe('a table', () => {
  it('that is not there is named, with the nearest one that is', async () => {
    expect(await clientOf(world, 'ann').from('task').select()).toMatchObject({
      status: 404,
      statusText: 'Not Found',
      error: {
        code: 'PGRST205',
        message: "Could not find the table 'board.task' in the schema cache",
        details: null,
        hint: "Perhaps you meant the table 'board.tasks'",
      },
    });
    expect((await clientOf(world, 'ann').from('zebra').select()).error?.hint).toBeNull();
  });

  it('without a grant is 403 for a user and 401 for anon', async () => {
    expect(await clientOf(world, 'ann').from('vault').select()).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'permission denied for table vault' },
    });
    expect(await clientOf(world, 'anon').from('vault').select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
  });

  it('of another schema is out of reach, however it is written', async () => {
    for (const path of [
      '/pg_catalog.pg_class',
      '/private.credit_balances',
      '/auth.users',
      '/pg_class',
      '/users',
    ]) {
      expect((await send(world, path)).status).toBe(404);
    }
  });
});

describe('a column', () => {
  it('that is not there is refused in the words of PostgreSQL', async () => {
    expect(await clientOf(world, 'ann').from('tasks').select('titel')).toMatchObject({
      status: 400,
      error: {
        code: '42703',
        message: 'column tasks.titel does not exist',
        hint: null,
      },
    });
    expect((await clientOf(world, 'ann').from('tasks').select('titles')).error?.hint).toBe(
      'Perhaps you meant to reference the column "tasks.title".',
    );
  });

  // `table.name` in SQL also calls any function that takes the row, and reads system columns.
  it.each(['elsewhere', 'ctid', 'xmin', 'tableoid', 'tasks', 'row_to_json', 'pg_column_size'])(
    '%s is none',
    async (name) => {
      for (const path of [
        `/tasks?select=${name}`,
        `/tasks?${name}=eq.1`,
        `/tasks?order=${name}`,
        `/tasks?or=(${name}.eq.1,id.eq.1)`,
      ]) {
        const response = await send(world, path, { who: 'service' });
        expect(await refusalOf(response)).toMatchObject({ status: 400, code: '42703' });
      }
    },
  );

  it('is cast to plain types only', async () => {
    for (const type of ['board.tasks', 'regclass', 'nonsense']) {
      const response = await send(world, `/tasks?select=${encodeURIComponent(`title::"${type}"`)}`);
      expect(response.status).toBe(400);
    }
    const { error } = await clientOf(world, 'ann').from('tasks').select('title::regclass');
    expect(error).toMatchObject({ code: '42704', message: 'type "regclass" does not exist' });
  });
});

describe('a request', () => {
  it.each([
    ['GET', '/', 404, 'PGRST126'],
    ['GET', '/a/b', 404, 'PGRST125'],
    ['PUT', '/tasks?id=eq.1', 405, 'PGRST117'],
    ['DELETE', '/rpc/add', 405, 'PGRST101'],
    ['GET', '/tasks?apikey=x', 400, 'PGRST100'],
    ['GET', '/tasks?id=eq.x', 400, '22P02'],
    ['GET', '/tasks?id=like.1', 404, '42883'],
    ['GET', '/tasks?due=eq.2026-13-01', 400, '22008'],
    ['GET', '/tasks?id=match.1', 404, '42883'],
    ['GET', '/tasks?title=eq.%00', 400, '22021'],
    ['GET', '/tasks?limit=-1', 416, 'PGRST103'],
    ['GET', '/tasks?select=count()', 400, 'PGRST123'],
  ])('%s %s is refused with %i %s', async (method, path, status, code) => {
    const response = await send(world, path, { method });
    expect(await refusalOf(response)).toMatchObject({ status, code });
  });

  it('for another media type is refused', async () => {
    const columns = '*';
    expect(await clientOf(world, 'ann').from('tasks').select(columns).geojson()).toMatchObject({
      status: 406,
      statusText: 'Not Acceptable',
      error: {
        code: 'PGRST107',
        message: 'None of these media types are available: application/geo+json',
      },
    });
    // A plan tells how many rows there are of everybody.
    expect(await clientOf(world, 'ann').from('tasks').select().explain()).toMatchObject({
      status: 406,
      error: { code: 'PGRST107' },
    });
  });

  it('with unknown preferences is refused only if it is strict', async () => {
    const prefer = (value: string) => send(world, '/labels', { headers: { prefer: value } });
    expect((await prefer('count=most')).status).toBe(200);
    const strict = await prefer('handling=strict, count=most');
    expect([strict.status, await strict.json()]).toEqual([
      400,
      {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: count=most',
        hint: null,
      },
    ]);
  });

  it('by HEAD is refused without a body', async () => {
    const response = await send(world, '/nowhere', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  it('for a schema that is not exposed is refused', async () => {
    const read = await send(world, '/labels', { headers: { 'accept-profile': 'auth' } });
    expect([read.status, await read.json()]).toEqual([
      406,
      {
        code: 'PGRST106',
        message: 'The schema must be one of the following: board, annex',
        details: null,
        hint: null,
      },
    ]);
    const write = await send(world, '/labels', {
      method: 'POST',
      body: '{}',
      headers: { 'content-profile': 'public' },
    });
    expect(write.status).toBe(406);
    const second = await send(world, '/notes', { headers: { 'accept-profile': 'annex' } });
    expect([second.headers.get('content-profile'), await second.json()]).toEqual([
      'annex',
      [{ id: 1, body: 'hello' }],
    ]);
  });

  it('that asks for more than 10 MB is refused', async () => {
    // Beside others, a statement has half a second on the embedded database, also on a very busy machine.
    const alone = await restWorld({ limits: { read: 60_000 } });
    await alone.sql(
      `insert into board.labels select 5000 + i, repeat('x', 120000) from generate_series(1, 100) i`,
    );
    const response = await send(alone, '/labels?id=gt.5000');
    expect(await refusalOf(response)).toMatchObject({ status: 413, code: '54000' });
    await alone.close();
  });
});

describe('the schema', () => {
  it('is read again when a notice says that it has changed', async () => {
    await world.sql('create table board.later (id int primary key)');
    await world.sql('grant select on board.later to anon');
    await world.sql(`notify pgrst, 'reload schema'`);
    await expect.poll(async () => (await send(world, '/later', { who: 'anon' })).status).toBe(200);
  });
});
