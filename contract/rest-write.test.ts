import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql(
    'truncate board.tasks, board.projects, board.settings, board.labels restart identity cascade',
  );
});

const from = (table: string) => clientOf(world, 'ann').from(table);
const titles = async () =>
  (await world.sql('select title from board.tasks order by id')).map(({ title }) => title);
const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(world, path, { method: 'POST', body: JSON.stringify(body), headers: { ...json, ...headers } });

describe('insert', () => {
  it('adds a row and says only that', async () => {
    expect(await from('tasks').insert({ title: 'one' })).toMatchObject({
      status: 201,
      statusText: 'Created',
      data: null,
      error: null,
      count: null,
    });
    expect(await titles()).toEqual(['one']);
  });

  it('gives back what it added, defaults included', async () => {
    const { data, status } = await from('tasks')
      .insert({ title: 'one', due: '2026-05-01' })
      .select()
      .single();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      id: 1,
      owner_id: ANN,
      title: 'one',
      priority: 3,
      is_done: false,
      due: '2026-05-01',
    });
  });

  it('adds many at once, and counts them', async () => {
    const { data, count } = await from('tasks')
      .insert([{ title: 'one' }, { title: 'two' }, { title: 'three' }], { count: 'exact' })
      .select('title');
    expect([count, data]).toEqual([3, [{ title: 'one' }, { title: 'two' }, { title: 'three' }]]);
  });

  it('fills keys that are missing in some rows with null, or with the default on request', async () => {
    const rows = [{ title: 'one', priority: 1 }, { title: 'two' }];
    await from('tasks').insert(rows);
    await from('tasks').insert(rows, { defaultToNull: false });
    expect(await world.sql('select priority from board.tasks order by id')).toEqual(
      [1, null, 1, 3].map((priority) => ({ priority })),
    );
  });

  it('makes defaults of identities, texts and functions alike', async () => {
    const response = await post('/tasks?columns=id,owner_id,title', [{ id: 50 }, { title: 'two' }], {
      prefer: 'missing=default,return=representation',
    });
    expect(await response.json()).toMatchObject([
      { id: 50, owner_id: ANN, title: 'untitled' },
      { id: 1, owner_id: ANN, title: 'two' },
    ]);
  });

  it('ignores keys that are not among the columns', async () => {
    const response = await post('/tasks?columns=title', { title: 'one', is_done: true, nonsense: 1 });
    expect(response.status).toBe(201);
    expect(await world.sql('select is_done from board.tasks')).toEqual([{ is_done: false }]);
  });

  it('adds rows of defaults alone, and nothing for an empty list', async () => {
    expect((await post('/tasks', {})).status).toBe(201);
    expect((await post('/tasks', [{}, {}])).status).toBe(201);
    const nothing = await post('/tasks', [], { prefer: 'return=representation' });
    expect([nothing.status, await nothing.json()]).toEqual([201, []]);
    expect(await titles()).toEqual(['untitled', 'untitled', 'untitled']);
  });

  it('reads JSON by the types of the columns and keeps every digit', async () => {
    const body =
      '{"name":"P","tags":["a,b","c\\"d"],"details":{"n":12345678901234567890.10},"budget":12345678901.10}';
    const response = await send(world, '/projects?select=tags,details,budget', {
      method: 'POST',
      body,
      headers: { ...json, prefer: 'return=representation' },
    });
    expect(await response.text()).toBe(
      '[{"tags":["a,b","c\\"d"],"details":{"n": 12345678901234567890.10},"budget":12345678901.10}]',
    );
  });

  it('embeds what the new row refers to', async () => {
    const project = await from('projects').insert({ name: 'House' }).select('id').single();
    const { data } = await from('tasks')
      .insert({ title: 'paint', project_id: project.data?.id })
      .select('title,project:projects(name)');
    expect(data).toEqual([{ title: 'paint', project: { name: 'House' } }]);
  });

  it('tells where the new row is, on request', async () => {
    const one = await post('/tasks', { title: 'one' }, { prefer: 'return=headers-only' });
    expect([one.status, one.headers.get('location'), await one.text()]).toEqual([201, '/tasks?id=eq.1', '']);
    const several = await post('/tasks', [{ title: 'two' }, { title: 'three' }], {
      prefer: 'return=headers-only',
    });
    expect(several.headers.get('location')).toBeNull();
  });

  it('is taken back when its answer is not what was asked for', async () => {
    const response = await post('/tasks', [{ title: 'one' }, { title: 'two' }], {
      prefer: 'return=representation',
      accept: 'application/vnd.pgrst.object+json',
    });
    expect(await refusalOf(response)).toMatchObject({ status: 406, details: 'The result contains 2 rows' });
    expect(await titles()).toEqual([]);
  });

  it('is one transaction: a bad row takes the good ones with it', async () => {
    expect(await from('projects').insert([{ name: 'fine' }, { name: '' }])).toMatchObject({
      status: 400,
      error: {
        code: '23514',
        message: 'new row for relation "projects" violates check constraint "projects_name_check"',
      },
    });
    expect(await world.sql('select from board.projects')).toEqual([]);
  });
});

describe('upsert', () => {
  beforeEach(async () => {
    await world.sql(`insert into board.labels values (1, 'red'), (2, 'green')`);
  });
  const labels = () => clientOf(world, 'service').from('labels');

  it('changes what is there and adds what is not', async () => {
    const { status, data } = await labels()
      .upsert([
        { id: 1, name: 'crimson' },
        { id: 3, name: 'blue' },
      ])
      .select();
    expect([status, data]).toEqual([
      201,
      [
        { id: 1, name: 'crimson' },
        { id: 3, name: 'blue' },
      ],
    ]);
  });

  it('says 200 when it only changed', async () => {
    expect(
      await labels().upsert([
        { id: 1, name: 'crimson' },
        { id: 2, name: 'lime' },
      ]),
    ).toMatchObject({
      status: 200,
      error: null,
    });
  });

  it('leaves alone what is there on request, and gives back only what it added', async () => {
    const { status, data } = await labels()
      .upsert(
        [
          { id: 1, name: 'crimson' },
          { id: 3, name: 'blue' },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect([status, data]).toEqual([201, [{ id: 3, name: 'blue' }]]);
    expect(await world.sql('select name from board.labels where id = 1')).toEqual([{ name: 'red' }]);
  });

  it('recognises rows by other unique columns', async () => {
    await from('projects').insert({ name: 'House', budget: 1 });
    const { data } = await from('projects')
      .upsert({ owner_id: ANN, name: 'House', budget: 2 }, { onConflict: 'owner_id,name' })
      .select('id,budget');
    expect(data).toEqual([{ id: 1, budget: 2 }]);
  });

  it('needs no right to change the columns that it recognises rows by', async () => {
    await from('settings').insert({ theme: 'dark' });
    const { status, data } = await from('settings').upsert({ owner_id: ANN, theme: 'sepia' }).select('theme');
    expect([status, data]).toEqual([200, [{ theme: 'sepia' }]]);
  });

  it('refuses columns that nothing makes unique, or that are not there', async () => {
    expect(await labels().upsert({ id: 1, name: 'x' }, { onConflict: 'name' })).toMatchObject({
      status: 400,
      error: { code: '42P10' },
    });
    expect(await labels().upsert({ id: 1, name: 'x' }, { onConflict: 'nonsense' })).toMatchObject({
      status: 400,
      error: { code: 'PGRST204' },
    });
  });
});

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
      headers: { ...json, prefer: 'count=exact' },
    });
    expect(response.headers.get('content-range')).toBe('0-1/2');
  });

  it('answers in the order and with the page that were asked for, and still changes all', async () => {
    const response = await send(world, '/tasks?id=lt.4&order=id.desc&limit=1&select=id', {
      method: 'PATCH',
      body: '{"title":"all"}',
      headers: { ...json, prefer: 'return=representation' },
    });
    expect(await response.json()).toEqual([{ id: 3 }]);
    expect(await titles()).toEqual(['all', 'all', 'all', 'bobs']);
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
    expect(await titles()).toEqual(['one', 'two', 'three', 'bobs']);
  });

  it('is taken back when it was to change one row and would change two', async () => {
    expect(await from('tasks').update({ title: 'x' }).gt('id', 1).select().single()).toMatchObject({
      status: 406,
    });
    const atMost = (rows: number) =>
      send(world, '/tasks?id=gt.1', {
        method: 'PATCH',
        body: '{"title":"x"}',
        headers: { ...json, prefer: `handling=strict,max-affected=${rows}` },
      });
    expect(await refusalOf(await atMost(1))).toEqual({
      status: 400,
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 2 rows',
      hint: null,
    });
    expect(await titles()).toEqual(['one', 'two', 'three', 'bobs']);
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
    expect(await titles()).toEqual(['two', 'bobs']);
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
    const response = await send(world, '/tasks?select=id', { method, body: '{"title":"x"}', headers: json });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: '21000',
      message: `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`,
      details: null,
      hint: null,
    });
    expect(await titles()).toEqual(['one']);
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
    const response = await send(world, '/tasks', { who: 'anon', method: 'POST', body: '{}', headers: json });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({
      code: '42501',
      message: 'permission denied for table tasks',
    });
  });
});

describe('a body that cannot be written', () => {
  it.each([
    ['', 400, 'PGRST102', 'Empty or invalid json'],
    ['{"title"', 400, 'PGRST102', 'Empty or invalid json'],
    ['"text"', 400, 'PGRST102', 'Empty or invalid json'],
    ['[1]', 400, 'PGRST102', 'Empty or invalid json'],
    ['[{"title":"a"},{"titel":"b"}]', 400, 'PGRST102', 'All object keys must match'],
    ['[{"title":"a"},{"title":"b","due":null}]', 400, 'PGRST102', 'All object keys must match'],
    ['{"titel":"a"}', 400, 'PGRST204', "Could not find the 'titel' column of 'tasks' in the schema cache"],
    ['{"priority":"high"}', 400, '22P02', 'invalid input syntax for type integer: "high"'],
    [
      '{"title":null}',
      400,
      '23502',
      'null value in column "title" of relation "tasks" violates not-null constraint',
    ],
    [
      '{"project_id":99}',
      409,
      '23503',
      'insert or update on table "tasks" violates foreign key constraint "tasks_project_id_fkey"',
    ],
    ['{"code":"much too long"}', 400, '22001', 'value too long for type character varying(8)'],
    ['{"title":"a\\u0000b"}', 400, '22P05', 'unsupported Unicode escape sequence'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 400, 'PGRST102', 'Empty or invalid json'],
  ])('%s', async (body, status, code, message) => {
    const response = await send(world, '/tasks', { method: 'POST', body, headers: json });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message });
  });

  it('over one megabyte is refused, and so is a kind that is no JSON', async () => {
    const large = await send(world, '/tasks', {
      method: 'POST',
      body: JSON.stringify({ title: 'x'.repeat(1024 * 1024) }),
      headers: json,
    });
    expect(large.status).toBe(413);
    const csv = await send(world, '/tasks', {
      method: 'POST',
      body: 'title\na',
      headers: { 'content-type': 'text/csv' },
    });
    expect(await refusalOf(csv)).toMatchObject({
      status: 400,
      message: 'Content-Type not acceptable: text/csv',
    });
  });

  it('twice under one key is a conflict', async () => {
    await from('projects').insert({ name: 'House' });
    expect(await from('projects').insert({ name: 'House' })).toMatchObject({
      status: 409,
      statusText: 'Conflict',
      error: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "projects_owner_id_name_key"',
      },
    });
  });

  it('with filters on an insert is refused, not ignored', async () => {
    expect(await (await post('/tasks?id=eq.1', { title: 'x' })).json()).toMatchObject({ code: 'PGRST127' });
    expect(await titles()).toEqual([]);
  });
});
