import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, emptyBoard, JSON_TYPE, refusalOf, send, titlesOf } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());
beforeEach(() => emptyBoard(world));

const from = (table: string) => clientOf(world, 'ann').from(table);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(world, path, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });

describe('insert', () => {
  it('adds a row and says only that', async () => {
    expect(await from('tasks').insert({ title: 'one' })).toMatchObject({
      status: 201,
      statusText: 'Created',
      data: null,
      error: null,
      count: null,
    });
    expect(await titlesOf(world)).toEqual(['one']);
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
      { id: 2, owner_id: ANN, title: 'two' },
    ]);
  });

  it('moves a sequence on with every row, also with those that bring a value', async () => {
    const rows = [{ title: 'one' }, { id: 100, title: 'two' }, { title: 'three' }, { title: 'four' }];
    const added = await from('tasks').insert(rows, { defaultToNull: false }).select('id');
    expect(added.data).toEqual([{ id: 1 }, { id: 100 }, { id: 3 }, { id: 4 }]);
    expect((await from('tasks').insert({ title: 'five' }).select('id')).data).toEqual([{ id: 5 }]);
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
    expect(await titlesOf(world)).toEqual(['untitled', 'untitled', 'untitled']);
  });

  it('reads JSON by the types of the columns and keeps every digit', async () => {
    const body =
      '{"name":"P","tags":["a,b","c\\"d"],"details":{"n":12345678901234567890.10},"budget":12345678901.10}';
    const response = await send(world, '/projects?select=tags,details,budget', {
      method: 'POST',
      body,
      headers: { ...JSON_TYPE, prefer: 'return=representation' },
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
    expect(await titlesOf(world)).toEqual([]);
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
    const response = await send(world, '/tasks', { method: 'POST', body, headers: JSON_TYPE });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message });
  });

  it('over one megabyte is refused, and so is a kind that is no JSON', async () => {
    const large = await send(world, '/tasks', {
      method: 'POST',
      body: JSON.stringify({ title: 'x'.repeat(1024 * 1024) }),
      headers: JSON_TYPE,
    });
    expect(large.status).toBe(413);
    const picture = await send(world, '/tasks', {
      method: 'POST',
      body: 'title',
      headers: { 'content-type': 'image/png' },
    });
    expect(await refusalOf(picture)).toMatchObject({
      status: 400,
      message: 'Content-Type not acceptable: image/png',
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
    expect(await titlesOf(world)).toEqual([]);
  });
});
