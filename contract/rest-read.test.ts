import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ maxRows: 20 });
  await world.sql(
    `insert into board.tasks (owner_id, title, priority, is_done, due, big, code)
     values ($1, 'water the plants', 1, false, '2026-03-01', 9007199254740993, '007'),
            ($1, 'Buy, milk (2 l)', 2, true, '2026-01-01', null, '7'),
            ($1, 'call "Bob"', null, false, null, 5, 'true'),
            ($1, 'read 100% of it', 2, false, '2026-02-01', 6, null),
            ($2, 'secret of bob', 1, false, null, 7, 'x')`,
    [ANN, BOB],
  );
  await world.sql(
    `insert into board.projects (owner_id, name, tags, details, budget)
     values ($1, 'House', '{home,garden}', '{"rooms":[{"name":"hall"},{"name":"bath"}],"floor":2,"deep":{"a":{"b":"c"}}}', 1000.50),
            ($1, 'Book', '{writing}', '{"floor":10}', 12345678901.10)`,
    [ANN],
  );
});
afterAll(() => world.close());

const TITLES = z.array(z.object({ title: z.string() }));
const tasks = () => clientOf(world, 'ann').from('tasks');
const titles = (rows: { title: string }[] | null) => rows?.map(({ title }) => title);

describe('select', () => {
  it('answers with all columns, untouched by the way through the server', async () => {
    const { data, status, statusText, count, error } = await tasks().select().eq('priority', 1);
    expect({ status, statusText, count, error }).toEqual({
      status: 200,
      statusText: 'OK',
      count: null,
      error: null,
    });
    expect(data).toMatchObject([
      { title: 'water the plants', owner_id: ANN, due: '2026-03-01', code: '007' },
    ]);
    // A number beyond 2^53 would come back as another one if it had been parsed on the way.
    const raw = await (
      await send(world, '/tasks?select=big&priority=eq.1', { headers: { 'accept-profile': 'board' } })
    ).text();
    expect(raw).toBe('[{"big":9007199254740993}]');
  });

  it('answers with the columns that were asked for, under their aliases, in that order', async () => {
    const response = await send(world, '/tasks?select=n:priority,title,due::text,priority::text&id=eq.1');
    expect(await response.text()).toBe(
      '[{"n":1,"title":"water the plants","due":"2026-03-01","priority":"1"}]',
    );
  });

  it('follows paths into JSON, and into arrays', async () => {
    const { data, error } = await clientOf(world, 'ann')
      .from('projects')
      .select(
        'name,details->floor,details->>floor,first:details->rooms->0->>name,details->deep->a,details->rooms->1,tag:tags->0',
      )
      .eq('name', 'House');
    expect(error).toBeNull();
    expect(data).toEqual([
      { name: 'House', floor: '2', first: 'hall', a: { b: 'c' }, rooms: { name: 'bath' }, tag: 'home' },
    ]);
  });

  it('answers with empty objects when nothing is asked for', async () => {
    expect(await (await send(world, '/tasks?select=&limit=2')).json()).toEqual([{}, {}]);
  });

  it('leaves null keys out on request', async () => {
    const { data } = await tasks().select('title,priority,due').eq('id', 3).stripNulls();
    expect(data).toEqual([{ title: 'call "Bob"' }]);
  });

  it('reads views with the rights of the caller', async () => {
    const { data } = await clientOf(world, 'ann').from('open_tasks').select('title').order('id');
    expect(titles(data)).toEqual(['water the plants', 'call "Bob"', 'read 100% of it']);
  });

  it('quotes every name, whatever is in it', async () => {
    const odd = encodeURIComponent('odd "name');
    const written = await send(world, `/${odd}`, {
      method: 'POST',
      body: JSON.stringify({ 'a "column': 'x', select: 1, _embedded: 'e' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(written.status).toBe(201);
    const select = encodeURIComponent('"k""":"a \\"column",select,_embedded,"x\\"y":select');
    expect((await send(world, `/${odd}?select=${select}&select=eq.1`)).status).toBe(400);
    const answer = await send(
      world,
      `/${odd}?select=${encodeURIComponent('"x\\"y":select,"a \\"column",_embedded')}`,
    );
    expect(await answer.json()).toEqual([{ 'x"y': 1, 'a "column': 'x', _embedded: 'e' }]);
  });
});

describe('filters', () => {
  it.each([
    ['eq', 'priority', '2', ['Buy, milk (2 l)', 'read 100% of it']],
    ['neq', 'priority', '2', ['water the plants']],
    ['gt', 'due', '2026-01-31', ['water the plants', 'read 100% of it']],
    ['gte', 'due', '2026-02-01', ['water the plants', 'read 100% of it']],
    ['lt', 'big', '6', ['call "Bob"']],
    ['lte', 'big', '6', ['call "Bob"', 'read 100% of it']],
    ['is', 'priority', 'null', ['call "Bob"']],
    ['is', 'is_done', 'true', ['Buy, milk (2 l)']],
    ['not.is', 'priority', 'null', ['water the plants', 'Buy, milk (2 l)', 'read 100% of it']],
    ['is', 'priority', 'not_null', ['water the plants', 'Buy, milk (2 l)', 'read 100% of it']],
    ['like', 'title', 'w*plants', ['water the plants']],
    ['ilike', 'title', '%BUY%', ['Buy, milk (2 l)']],
    ['like', 'title', 'read 100\\%*', ['read 100% of it']],
    ['not.ilike', 'title', '*a*', ['Buy, milk (2 l)']],
    ['isdistinct', 'priority', '2', ['water the plants', 'call "Bob"']],
    ['in', 'title', '("Buy, milk (2 l)","call \\"Bob\\"")', ['Buy, milk (2 l)', 'call "Bob"']],
    ['in', 'priority', '()', []],
    ['not.in', 'priority', '(1)', ['Buy, milk (2 l)', 'read 100% of it']],
    ['like(any)', 'title', '{water*,read*}', ['water the plants', 'read 100% of it']],
    ['like(all)', 'title', '{*a*,*r*}', ['water the plants', 'read 100% of it']],
    ['eq(any)', 'priority', '{1,2}', ['water the plants', 'Buy, milk (2 l)', 'read 100% of it']],
    ['fts', 'title', 'milk & buy', ['Buy, milk (2 l)']],
    ['plfts(english)', 'title', 'plant', ['water the plants']],
    ['phfts', 'title', 'water the plants', ['water the plants']],
    ['phfts', 'title', 'plants water', []],
    ['wfts', 'title', 'water or call', ['water the plants', 'call "Bob"']],
  ])('%s on %s with %s', async (operator, column, value, expected) => {
    const { data, error } = await tasks().select('title').filter(column, operator, value).order('id');
    expect(error).toBeNull();
    expect(titles(data)).toEqual(expected);
  });

  it.each([
    ['cs', '{home}', ['House']],
    ['cd', '{home,garden,roof}', ['House']],
    ['ov', '{writing,roof}', ['Book']],
  ])('%s on an array', async (operator, value, expected) => {
    const { data } = await clientOf(world, 'ann')
      .from('projects')
      .select('name')
      .filter('tags', operator, value);
    expect(data).toEqual(expected.map((name) => ({ name })));
  });

  it('leaves it to the column what a value means', async () => {
    // '007' and '7' are the same number and different texts; 'true' may be a text too.
    expect(titles((await tasks().select().eq('code', '007')).data)).toEqual(['water the plants']);
    expect(titles((await tasks().select().eq('code', 'true')).data)).toEqual(['call "Bob"']);
    expect(titles((await tasks().select().eq('priority', '002').eq('is_done', 't')).data)).toEqual([
      'Buy, milk (2 l)',
    ]);
  });

  it('compares numbers inside of JSON as text or as JSON, as the arrow says', async () => {
    const projects = () => clientOf(world, 'ann').from('projects').select('name');
    expect((await projects().eq('details->>floor', '2')).data).toEqual([{ name: 'House' }]);
    expect((await projects().gt('details->floor', '9')).data).toEqual([{ name: 'Book' }]);
  });

  it('joins repeated columns with AND, and nests or, and, not', async () => {
    expect(titles((await tasks().select().gt('big', 4).lt('big', 6)).data)).toEqual(['call "Bob"']);
    const nested = await tasks()
      .select()
      .or('priority.eq.1,and(priority.eq.2,is_done.is.true),not.and(due.not.is.null,priority.gt.0)')
      .order('id');
    expect(titles(nested.data)).toEqual(['water the plants', 'Buy, milk (2 l)', 'call "Bob"']);
    const quoted = await tasks()
      .select()
      .or('title.eq."Buy, milk (2 l)",title.in.("call \\"Bob\\"",x)')
      .order('id');
    expect(titles(quoted.data)).toEqual(['Buy, milk (2 l)', 'call "Bob"']);
    const negated = await send(
      world,
      '/tasks?select=title&not.or=(priority.eq.1,priority.eq.2,priority.is.null)',
    );
    expect(await negated.json()).toEqual([]);
  });
});

describe('order', () => {
  it('sorts by several columns, with nulls where they are wanted', async () => {
    const order = async (text: string) =>
      TITLES.parse(await (await send(world, `/tasks?order=${text}`)).json()).map(({ title }) => title);
    expect(await order('priority.desc.nullslast,title.asc')).toEqual([
      'Buy, milk (2 l)',
      'read 100% of it',
      'water the plants',
      'call "Bob"',
    ]);
    expect((await order('priority.nullsfirst'))[0]).toBe('call "Bob"');
    expect((await order('priority.desc'))[0]).toBe('call "Bob"');
  });

  it('sorts by what is inside of JSON', async () => {
    const { data } = await clientOf(world, 'ann')
      .from('projects')
      .select('name')
      .order('details->floor', { ascending: false });
    expect(data).toEqual([{ name: 'Book' }, { name: 'House' }]);
  });
});

describe('pages and counts', () => {
  it('limits and skips', async () => {
    const { data, status } = await tasks().select('id').order('id').range(1, 2);
    expect([status, data]).toEqual([200, [{ id: 2 }, { id: 3 }]]);
  });

  it('counts exactly, and says 206 when there is more', async () => {
    const first = await tasks().select('id', { count: 'exact' }).order('id').limit(2);
    expect(first).toMatchObject({ status: 206, statusText: 'Partial Content', count: 4 });
    const all = await tasks().select('id', { count: 'exact' });
    expect(all).toMatchObject({ status: 200, count: 4 });
    const none = await tasks().select('id', { count: 'exact' }).eq('id', 0);
    expect(none).toMatchObject({ status: 200, count: 0, data: [] });
  });

  it('counts exactly where an estimate was asked for: the planner knows the rows of everybody', async () => {
    await world.sql(`insert into board.labels select 1000 + i, 'many' from generate_series(1, 100) i`);
    await world.sql('analyze board.labels');
    for (const count of ['planned', 'estimated'] as const) {
      expect(await tasks().select('id', { count }).limit(1)).toMatchObject({ count: 4, status: 206 });
      const many = await clientOf(world, 'anon').from('labels').select('id', { count }).eq('name', 'many');
      expect(many).toMatchObject({ count: 100, status: 206 });
      expect(many.data).toHaveLength(20);
    }
    await world.sql(`delete from board.labels where name = 'many'`);
  });

  it('asks the planner for the service key: for planned counts, and beyond the cap for estimated ones', async () => {
    await world.sql(`insert into board.labels select 1000 + i, 'many' from generate_series(1, 100) i`);
    await world.sql('analyze board.labels');
    for (const count of ['planned', 'estimated'] as const) {
      const many = await clientOf(world, 'service').from('labels').select('id', { count }).eq('name', 'many');
      expect(many.error).toBeNull();
      expect(many.count).toBeGreaterThanOrEqual(21);
    }
    await world.sql(`delete from board.labels where name = 'many'`);
  });

  it('answers HEAD with the count and without rows', async () => {
    expect(await tasks().select('*', { count: 'exact', head: true })).toMatchObject({
      status: 200,
      count: 4,
      data: null,
    });
    const response = await send(world, '/tasks?limit=3', { method: 'HEAD' });
    expect(response.headers.get('content-range')).toBe('0-2/*');
  });

  it('never answers with more rows than the cap, embedded ones included', async () => {
    await world.sql(`insert into board.labels select 2000 + i, 'cap' from generate_series(1, 30) i`);
    await world.sql(`insert into board.task_labels select 1, 2000 + i from generate_series(1, 30) i`);
    const { data } = await clientOf(world, 'anon').from('labels').select().limit(1000);
    expect(data).toHaveLength(20);
    const embedded = await tasks().select('labels(id)').eq('id', 1).single();
    expect(embedded.data?.labels).toHaveLength(20);
    await world.sql(`delete from board.task_labels`);
    await world.sql(`delete from board.labels where name = 'cap'`);
  });

  it('takes a Range header on GET', async () => {
    const ranged = (range: string, path = '/tasks?order=id&select=id') =>
      send(world, path, { headers: { range } });
    const two = await ranged('1-2');
    expect([two.headers.get('content-range'), await two.json()]).toEqual(['1-2/*', [{ id: 2 }, { id: 3 }]]);
    const narrowed = await ranged('0-9', '/tasks?order=id&select=id&limit=1&offset=3');
    expect(await narrowed.json()).toEqual([{ id: 4 }]);
    const backwards = await ranged('5-2');
    expect(await refusalOf(backwards)).toMatchObject({ status: 416, code: 'PGRST103' });
  });

  it('refuses a page behind the end when it knows the end', async () => {
    const beyond = await tasks().select('id', { count: 'exact' }).range(100, 109);
    expect(beyond).toMatchObject({
      status: 416,
      error: {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 100 was requested, but there are only 4 rows.',
      },
    });
    expect(await tasks().select('id').range(100, 109)).toMatchObject({ status: 200, data: [] });
    const zero = await send(world, '/tasks?limit=0');
    expect([zero.status, zero.headers.get('content-range'), await zero.json()]).toEqual([200, '*/*', []]);
  });
});

describe('one row', () => {
  it('comes as an object, if it is one', async () => {
    expect(await tasks().select('title').eq('id', 1).single()).toMatchObject({
      status: 200,
      data: { title: 'water the plants' },
    });
    expect(await tasks().select('title').eq('id', 1).maybeSingle()).toMatchObject({
      data: { title: 'water the plants' },
    });
    expect(await tasks().select('title').eq('id', 0).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
  });

  it.each([
    [0, 'The result contains 0 rows'],
    [2, 'The result contains 2 rows'],
  ])('is refused when there are %i', async (limit, details) => {
    expect(await tasks().select().limit(limit).single()).toMatchObject({
      status: 406,
      statusText: 'Not Acceptable',
      data: null,
      error: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details,
        hint: null,
      },
    });
  });
});

describe('headers', () => {
  it('say what the answer is and where it is', async () => {
    const { headers } = await send(world, '/tasks?select=id&limit=1', {
      headers: { prefer: 'count=exact,handling=strict' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-range': '0-0/4',
      'content-location': '/tasks?select=id&limit=1',
      'content-profile': 'board',
      'preference-applied': 'count=exact, handling=strict',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(headers.get('access-control-expose-headers')).toContain('content-range');
  });

  it('let a browser ask first', async () => {
    const response = await send(world, '/tasks', {
      method: 'OPTIONS',
      who: 'garbage',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-headers')).toContain('accept-profile');
  });
});

describe('two users', () => {
  it('see their own rows only, whatever they ask for', async () => {
    const bob = clientOf(world, 'bob').from('tasks');
    expect(titles((await bob.select()).data)).toEqual(['secret of bob']);
    expect((await bob.select().eq('owner_id', ANN)).data).toEqual([]);
    expect((await bob.select('*', { count: 'exact', head: true })).count).toBe(1);
    expect(await bob.select().eq('id', 1).single()).toMatchObject({ status: 406 });
  });

  it('give way to the service role, which sees all', async () => {
    expect((await clientOf(world, 'service').from('tasks').select('id')).data).toHaveLength(5);
  });
});
