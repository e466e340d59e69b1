import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, emptyBoard, refusalOf, send, titlesOf } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());
beforeEach(() => emptyBoard(world));

const insert = (path: string, type: string, body: string, headers: Record<string, string> = {}) =>
  send(world, path, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
const csv = (path: string, body: string) =>
  insert(path, 'text/csv', body, { prefer: 'return=representation' });

describe('an answer as CSV', () => {
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await send(world, path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), accept: 'text/csv' },
    });
    return [response.status, response.headers.get('content-type'), await response.text()];
  };

  it('has a header of names and a line for each row, with nulls and empty texts apart', async () => {
    await world.sql(
      `insert into board.tasks (owner_id, title, priority, code) values ($1, $2, null, ''), ($1, 'plain', 2, null)`,
      [ANN, 'a "b", \\c\n(d)'],
    );
    const { data, status } = await clientOf(world, 'ann')
      .from('tasks')
      .select('"say, what":title,priority,code,is_done')
      .order('id')
      .csv();
    expect([status, data]).toEqual([
      200,
      '"say, what",priority,code,is_done\n"a ""b"", \\c\n(d)",,"",f\nplain,2,,f',
    ]);
    expect(await read('/tasks?select=title&order=id.desc&limit=1')).toEqual([
      200,
      'text/csv; charset=utf-8',
      'title\nplain',
    ]);
    expect(await read('/tasks?title=eq.none')).toEqual([200, 'text/csv; charset=utf-8', '\n']);
    expect(await read('/tasks', { method: 'HEAD' })).toEqual([200, 'text/csv; charset=utf-8', '']);
  });

  it('holds embedded rows as JSON', async () => {
    await world.sql(`insert into board.projects (id, owner_id, name) values (7, $1, 'House')`, [ANN]);
    await world.sql(`insert into board.tasks (owner_id, title, project_id) values ($1, 'paint', 7)`, [ANN]);
    expect(await read('/projects?select=name,tasks(title)')).toEqual([
      200,
      'text/csv; charset=utf-8',
      'name,tasks\nHouse,"[{""title"":""paint""}]"',
    ]);
  });

  it('holds spread columns as it holds others, those of many rows as JSON', async () => {
    await world.sql(
      `insert into board.projects (id, owner_id, name, tags, details, budget) values (7, $1, 'A "House"', '{a,b c}', '{"n": 1}', 12.30)`,
      [ANN],
    );
    await world.sql(
      `insert into board.tasks (owner_id, title, project_id, parent_id, is_done, due) values ($1, 'paint', 7, null, true, '2026-02-03'),
         ($1, 'mask', 7, 1, false, null), ($1, 'loose', null, null, false, null)`,
      [ANN],
    );
    const spread = '...projects(name,tags,details,budget,created_at),...parent_id(is_done,due)';
    expect((await read(`/tasks?select=id,${spread}&order=id`)).at(-1)).toBe(
      [
        'id,name,tags,details,budget,created_at,is_done,due',
        '1,"A ""House""","{a,""b c""}","{""n"": 1}",12.30,"2026-01-01 00:00:00+00",,',
        '2,"A ""House""","{a,""b c""}","{""n"": 1}",12.30,"2026-01-01 00:00:00+00",t,2026-02-03',
        '3,,,,,,,',
      ].join('\n'),
    );
    expect((await read('/tasks?select=id,...parent_id(up:id,...projects(name))&id=eq.2')).at(-1)).toBe(
      'id,up,name\n2,1,"A ""House"""',
    );
    expect((await read('/projects?select=id,...tasks(is_done,...parent_id(due))')).at(-1)).toBe(
      'id,is_done,due\n7,"[true, false]","[null, ""2026-02-03""]"',
    );
    expect((await read('/tasks?select=id,up:parent_id(...projects(name))&id=eq.2')).at(-1)).toBe(
      'id,up\n2,"{""name"":""A \\""House\\""""}"',
    );
  });

  it('has columns of any name', async () => {
    await world.sql(`insert into board.tasks (owner_id, title) values ($1, 'a, b')`, [ANN]);
    expect((await read('/tasks?select=id,_rows:title,_key:priority')).at(-1)).toBe(
      'id,_rows,_key\n1,"a, b",3',
    );
    expect((await read('/tasks?select=projects()')).at(-1)).toBe('\n');
  });

  it('is made of what is written, and of what functions return', async () => {
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
    const written = { method: 'POST', body: '{"title":"new"}', headers };
    expect(await read('/tasks?select=title', written)).toEqual([
      201,
      'text/csv; charset=utf-8',
      'title\nnew',
    ]);
    expect((await read('/rpc/letters?word=ab')).at(-1)).toBe('pgrst_scalar\na\nb');
    expect((await read('/rpc/add?a=1&b=2')).at(-1)).toBe('pgrst_scalar\n3');
    expect((await read('/rpc/count_by_priority')).at(-1)).toBe('priority,tasks\n3,1');
  });

  it('is what a table takes back', async () => {
    const odd = ['a\\b', '"', ',', '', 'line\nbreak', ' space ', '(x)'];
    await world.sql('insert into board.tasks (owner_id, title) select $1, unnest($2::text[])', [ANN, odd]);
    const [, , text] = await read('/tasks?select=title&order=id');
    await world.sql('delete from board.tasks');
    expect((await csv('/tasks', String(text))).status).toBe(201);
    expect(await titlesOf(world)).toEqual(odd);
  });
});

describe('rows as CSV', () => {
  it('are read by the types of their columns, NULL as null and an empty cell as an empty text', async () => {
    const response = await csv(
      '/tasks?select=title,priority,is_done,due,code',
      'title,priority,is_done,due,code\r\n"say ""hi"", then\ngo",1,true,2026-02-03,\r\nplain,NULL,f,NULL,NULL\r\n',
    );
    expect([response.status, await response.json()]).toEqual([
      201,
      [
        { title: 'say "hi", then\ngo', priority: 1, is_done: true, due: '2026-02-03', code: '' },
        { title: 'plain', priority: null, is_done: false, due: null, code: null },
      ],
    ]);
    const arrays = await csv(
      '/projects?select=name,tags,budget',
      'name,tags,budget\nA,"{x,""y z""}",12.50\n',
    );
    expect(await arrays.json()).toEqual([{ name: 'A', tags: ['x', 'y z'], budget: 12.5 }]);
  });

  it.each([
    ['title\na,b', 'All lines must have same number of fields'],
    ['title,priority\na', 'All lines must have same number of fields'],
    ['title\n"a', 'Invalid CSV: Quoted field unterminated'],
    ['', 'Empty or invalid csv'],
  ])('%o are refused whole', async (body, message) => {
    const response = await csv('/tasks', body);
    expect(await refusalOf(response)).toMatchObject({ status: 400, code: 'PGRST102', message });
    expect(await titlesOf(world)).toEqual([]);
  });

  it('with a column that is not there, or a value that does not fit, are refused', async () => {
    expect((await refusalOf(await csv('/tasks', 'titel\na'))).code).toBe('PGRST204');
    expect((await refusalOf(await csv('/tasks', '__proto__\na'))).code).toBe('PGRST204');
    expect((await refusalOf(await csv('/tasks', 'priority\nhigh'))).code).toBe('22P02');
  });
});

describe('a row as a form', () => {
  it('is one object of texts', async () => {
    const type = 'application/x-www-form-urlencoded';
    const body = new URLSearchParams({ title: 'a & b', priority: '2' }).toString();
    expect((await insert('/tasks', type, body)).status).toBe(201);
    const change = await send(world, `/tasks?owner_id=eq.${ANN}`, {
      method: 'PATCH',
      body: 'priority=5',
      headers: { 'content-type': type },
    });
    expect(change.status).toBe(204);
    expect(await world.sql('select title, priority from board.tasks')).toEqual([
      { title: 'a & b', priority: 5 },
    ]);
  });
});
