import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ limits: { end: 1_500 }, maxRows: 5 });
  await world.sql(`insert into board.projects (id, owner_id, name) values (1, $1, 'House')`, [ANN]);
  await world.sql(
    `insert into board.tasks (owner_id, project_id, title, priority)
     values ($1, 1, 'paint', 1), ($1, 1, 'mask', 2), ($1, null, 'loose', 2), ($2, null, 'secret of bob', 1)`,
    [ANN, BOB],
  );
});
afterAll(() => world.close());

const ann = () => clientOf(world, 'ann');
const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(world, `/rpc/${path}`, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a call', () => {
  it('answers with the value of a scalar function', async () => {
    expect(await ann().rpc('add', { a: 1, b: 2 })).toMatchObject({ status: 200, data: 3, error: null });
    expect((await ann().rpc('add', { a: 1 })).data).toBe(11);
    expect((await ann().rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await ann().rpc('keep', { document: { a: [1] } })).data).toEqual({ a: [1] });
  });

  it('answers with an object for one row, with an array for a set', async () => {
    expect((await ann().rpc('newest_task')).data).toMatchObject({ title: 'loose' });
    expect((await ann().rpc('count_by_priority')).data).toEqual([
      { priority: 1, tasks: 1 },
      { priority: 2, tasks: 2 },
    ]);
    expect((await ann().rpc('letters', { word: 'abc' })).data).toEqual(['a', 'b', 'c']);
  });

  it('answers with nothing for a function without a result', async () => {
    expect(await ann().rpc('nothing')).toMatchObject({ status: 204, statusText: 'No Content', data: null });
  });

  it('may be asked for columns, embeds, filters, order and pages of its rows', async () => {
    const { data, count } = await ann()
      .rpc('tasks_of', { project: 1 }, { count: 'exact' })
      .select('title,project:projects(name)')
      .neq('title', 'nonsense')
      .order('title')
      .limit(1);
    expect([count, data]).toEqual([2, [{ title: 'mask', project: { name: 'House' } }]]);
    const byGet = await send(world, '/rpc/tasks_of?project=1&select=title&priority=eq.1');
    expect(await byGet.json()).toEqual([{ title: 'paint' }]);
    expect((await ann().rpc('letters', { word: 'abcd' }).range(1, 2)).data).toEqual(['b', 'c']);
    expect(
      await ann().rpc('tasks_of', { project: 1 }).select('title').eq('priority', 1).single(),
    ).toMatchObject({
      data: { title: 'paint' },
    });
  });

  it('takes arrays, variadic arguments and a whole body', async () => {
    expect((await ann().rpc('total', { amounts: [1, 2, 3] })).data).toBe(6);
    expect(await (await send(world, '/rpc/total?amounts={4,5}')).json()).toBe(9);
    expect(await (await call('take', [1, { a: null }])).json()).toEqual([1, { a: null }]);
    // Every digit comes back.
    const big = await send(world, '/rpc/keep', {
      method: 'POST',
      body: '{"document":12345678901234567890}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await big.text()).toBe('12345678901234567890');
  });

  it('takes a parameter as an argument by GET, even if it looks like a filter', async () => {
    expect(await (await send(world, '/rpc/letters?word=eq.a')).json()).toEqual(['e', 'q', '.', 'a']);
  });

  it('answers HEAD with the count alone', async () => {
    expect(
      await ann().rpc('tasks_of', { project: 1 }, { head: true, get: true, count: 'exact' }),
    ).toMatchObject({
      status: 200,
      count: 2,
      data: null,
    });
  });

  it('runs under the role, the claims and the row security of its caller', async () => {
    expect((await ann().rpc('whoami')).data).toEqual({ role: 'authenticated', sub: ANN });
    expect((await clientOf(world, 'anon').rpc('whoami')).data).toEqual({ role: 'anon', sub: null });
    expect((await clientOf(world, 'bob').rpc('tasks_of', { project: 1 })).data).toEqual([]);
  });

  it('can see the request that it serves', async () => {
    const setting = async (name: string) => {
      const response = await send(world, `/rpc/request_setting?name=${name}`, {
        headers: { 'X-Trace': 'abc', cookie: 'a=1; b=2=3' },
      });
      return String(await response.json());
    };
    expect(await setting('method')).toBe('GET');
    expect(await setting('path')).toBe('/rpc/request_setting');
    expect(JSON.parse(await setting('headers'))).toMatchObject({
      'x-trace': 'abc',
      authorization: 'Bearer ann',
    });
    expect(JSON.parse(await setting('cookies'))).toEqual({ a: '1', b: '2=3' });
  });
});

describe('a call that writes', () => {
  it('is committed', async () => {
    expect((await ann().rpc('add_task', { title: 'by call' }).select('title')).data).toEqual([
      { title: 'by call' },
    ]);
    expect(await world.sql(`select from board.tasks where title = 'by call'`)).toHaveLength(1);
  });

  it('is refused by GET, which may only read', async () => {
    const response = await send(world, '/rpc/add_task?title=by%20get');
    expect(await refusalOf(response)).toMatchObject({ status: 405, code: '25006' });
    expect(await world.sql(`select from board.tasks where title = 'by get'`)).toEqual([]);
  });

  it('is taken back when its answer is not what was asked for', async () => {
    const undone = () => world.sql('select from board.tasks where is_done');
    expect(await ann().rpc('finish_all').select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
    const atMostOne = { prefer: 'handling=strict,max-affected=1' };
    expect((await refusalOf(await call('finish_all', {}, atMostOne))).code).toBe('PGRST124');
    expect(await undone()).toEqual([]);
    // More than the cap on rows lets through, and therefore more than the answer could show.
    await world.sql(
      `insert into board.tasks (owner_id, title) select $1, 'many' from generate_series(1, 8)`,
      [ANN],
    );
    const atMostSix = { prefer: 'handling=strict,max-affected=6' };
    expect((await refusalOf(await call('finish_all', {}, atMostSix))).details).toMatch(
      /^The query affects 1\d rows$/,
    );
    await world.sql(`delete from board.tasks where title = 'many'`);
    expect(await refusalOf(await call('nothing', {}, atMostOne))).toMatchObject({
      status: 400,
      code: 'PGRST128',
    });
  });
});

describe('a function that decides about the answer', () => {
  it('sets status and headers', async () => {
    const response = await call('dress', { status: '418', headers: '[{"X-Tea":"green"},{"X-Tea":"black"}]' });
    expect([response.status, response.headers.get('x-tea'), await response.json()]).toEqual([
      418,
      'green, black',
      'dressed',
    ]);
  });

  it('may say that there is no content, whatever it returns', async () => {
    const response = await call('dress', { status: '204', headers: '[]' });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it.each([
    [{ status: 'many', headers: '[]' }, 'PGRST112'],
    [{ status: '99', headers: '[]' }, 'PGRST112'],
    [{ status: '200', headers: '{"a":"b"}' }, 'PGRST111'],
    [{ status: '200', headers: '[{"a":"b","c":"d"}]' }, 'PGRST111'],
    [{ status: '200', headers: '[{"a":"b\\r\\nSet-Cookie: x"}]' }, 'PGRST111'],
    [{ status: '200', headers: 'nonsense' }, 'PGRST111'],
  ])('cannot set %o', async (args, code) => {
    const response = await call('dress', args);
    expect(await refusalOf(response)).toMatchObject({ status: 500, code });
  });

  it('raises errors of its own', async () => {
    expect(await ann().rpc('fail', { state: 'P0001', said: 'No.' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'No.', details: 'a detail', hint: 'a hint' },
    });
    expect(await ann().rpc('fail', { state: 'PT402', said: 'Pay' })).toMatchObject({
      status: 402,
      statusText: 'Payment Required',
      error: { code: 'PT402' },
    });
    const decided = await call('decide', {});
    expect([decided.status, decided.headers.get('x-decided'), await decided.json()]).toEqual([
      418,
      'yes',
      { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' },
    ]);
  });
});

describe('a call that cannot be', () => {
  it('names a function that is not there', async () => {
    expect(await ann().rpc('ad', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      statusText: 'Not Found',
      error: {
        code: 'PGRST202',
        message: 'Could not find the function board.ad(a, c) in the schema cache',
        details:
          'Searched for the function board.ad with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function board.add',
      },
    });
    expect((await ann().rpc('nothin')).error).toMatchObject({
      message: 'Could not find the function board.nothin without parameters in the schema cache',
      hint: 'Perhaps you meant to call the function board.nothing',
    });
  });

  it('names arguments that the function does not take, or lacks some', async () => {
    expect((await ann().rpc('add', { a: 1, c: 2 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function board.add(a, b)',
    });
    expect((await ann().rpc('add', { b: 1 })).status).toBe(404);
    expect((await send(world, '/rpc/add?a=1&order=x')).status).toBe(400);
  });

  it('could mean two functions', async () => {
    expect(await ann().rpc('twice', { x: 1 })).toMatchObject({
      status: 300,
      error: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: board.twice(x => integer), board.twice(x => text)',
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    });
  });

  it.each([
    ['add?a=x', 400, '22P02'],
    ['add?a=1&title=eq.x', 400, 'PGRST127'],
    ['count_by_priority?select=nonsense', 400, '42703'],
    ['count_by_priority?select=*,projects(*)', 400, 'PGRST200'],
    ['leak', 404, 'PGRST202'],
    ['nap?seconds=20', 504, '57014'],
  ])('by GET %s', async (path, status, code) => {
    const response = await send(world, `/rpc/${path}`);
    expect(await refusalOf(response)).toMatchObject({ status, code });
  });

  it('needs the right to execute', async () => {
    await world.sql('revoke execute on function board.letters(text) from anon, public');
    expect(await clientOf(world, 'anon').rpc('letters', { word: 'a' })).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for function letters' },
    });
    expect(await ann().rpc('letters', { word: 'a' })).toMatchObject({ status: 200 });
  });
});
