import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld({ allowsAggregates: true });
  await world.sql('update board.projects set budget = 12.30, details = \'{"a": [1]}\' where id = 1');
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('a spread of one row', () => {
  it('shows its columns beside those of the row it belongs to, or nulls', async () => {
    const { data, error } = await from('tasks')
      .select('id,...projects(project:name,budget,details)')
      .in('id', [11, 15])
      .order('id');
    expect([error, data]).toEqual([
      null,
      [
        { id: 11, project: 'House', budget: 12.3, details: { a: [1] } },
        { id: 15, project: null, budget: null, details: null },
      ],
    ]);
    const text = await (await send(world, '/tasks?select=id,...projects(budget,*)&id=eq.11')).text();
    expect(text).toContain('"budget":12.30');
    expect(text).toContain('"owner_id":');
  });

  it('nests, in spreads and in embeds, and takes functions and unique keys', async () => {
    expect(
      await get(
        '/comments?select=body,...tasks(task:title,...projects(project:name,...people!owner_id(who:full_name)))&order=id',
      ),
    ).toEqual([
      { body: 'first', task: 'paint', project: 'House', who: 'Ann' },
      { body: 'second', task: 'paint', project: 'House', who: 'Ann' },
      { body: 'third', task: 'write', project: 'Book', who: 'Ann' },
    ]);
    expect(
      await get(
        '/projects?select=name,tasks(id,...task_details(notes))&tasks.order=id&tasks.limit=2&id=eq.1',
      ),
    ).toEqual([
      {
        name: 'House',
        tasks: [
          { id: 11, notes: 'two coats' },
          { id: 12, notes: null },
        ],
      },
    ]);
    expect(
      await get('/tasks?select=id,...last_comment(last:body),...chief(name)&id=in.(11,15)&order=id'),
    ).toEqual([
      { id: 11, last: 'second', name: 'House' },
      { id: 15, last: null, name: null },
    ]);
    expect(
      await get(
        '/projects?select=id,people!members(full_name),links:members(role,...people(full_name))&id=eq.1',
      ),
    ).toEqual([
      {
        id: 1,
        people: [{ full_name: 'Ann' }, { full_name: 'Bob' }],
        links: [
          { role: 'owner', full_name: 'Ann' },
          { role: 'guest', full_name: 'Bob' },
        ],
      },
    ]);
  });

  it('filters, joins, orders and pages like an embed', async () => {
    expect(await get('/tasks?select=id,...projects!inner(name)&projects.name=eq.Book')).toEqual([
      { id: 14, name: 'Book' },
    ]);
    expect(
      await get('/tasks?select=id,...projects(project:name)&order=projects(name),id.desc&limit=2'),
    ).toEqual([
      { id: 14, project: 'Book' },
      { id: 13, project: 'House' },
    ]);
    expect(await get('/tasks?select=id,...projects(project:name)&order=projects(project)&limit=1')).toEqual([
      { id: 14, project: 'Book' },
    ]);
    expect(await get('/tasks?select=id,...projects()&projects=is.null')).toEqual([{ id: 15 }]);
    const { data, count } = await from('tasks')
      .select('id,...projects!inner(name)', { count: 'exact' })
      .order('id')
      .range(1, 2);
    expect([count, data]).toEqual([
      4,
      [
        { id: 12, name: 'House' },
        { id: 13, name: 'House' },
      ],
    ]);
  });

  it('works on what was written, on the rows of a function, and on a single object', async () => {
    const { data } = await from('tasks')
      .insert({ title: 'new', project_id: 2 })
      .select('title,...projects(project:name)')
      .single();
    expect(data).toEqual({ title: 'new', project: 'Book' });
    await from('tasks').delete().eq('title', 'new');
    expect(await get('/rpc/tasks_of?project=2&select=id,...projects(name)')).toEqual([
      { id: 14, name: 'Book' },
    ]);
  });

  it('lends its columns to the groups and aggregates of the level above', async () => {
    expect(await get('/tasks?select=...projects(name),priority.sum()&order=projects(name)')).toEqual([
      { name: 'Book', sum: 1 },
      { name: 'House', sum: 6 },
      { name: null, sum: 5 },
    ]);
    expect(await get('/tasks?select=...projects(budget.sum(),n:count())')).toEqual([{ sum: 36.9, n: 4 }]);
    expect(
      await get(
        '/comments?select=...tasks(project_id,...projects(budget.max()::text))&order=tasks(project_id)',
      ),
    ).toEqual([
      { project_id: 1, max: '12.30' },
      { project_id: 2, max: null },
    ]);
    expect(
      await get('/projects?select=name,tasks(count(),...projects(label:name))&id=lte.2&order=id'),
    ).toEqual([
      { name: 'House', tasks: [{ count: 3, label: 'House' }] },
      { name: 'Book', tasks: [{ count: 1, label: 'Book' }] },
    ]);
    expect(
      await get('/comments?select=tasks(id.sum(),...task_details(notes,n:task_id.sum()))&order=id&limit=1'),
    ).toEqual([{ tasks: { sum: 11, notes: 'two coats', n: 11 } }]);
    expect(
      await get('/comments?select=count(),...tasks(projects(name),...labels(label:name))&task_id=eq.14'),
    ).toEqual([{ count: 1, projects: { name: 'Book' }, label: ['red'] }]);
  });
});

describe('a spread of many rows', () => {
  it('shows an array for each column, all in one order', async () => {
    const { data, error } = await from('projects')
      .select('name,...tasks(titles:title,priority)')
      .order('title', { referencedTable: 'tasks', ascending: false })
      .order('id');
    expect([error, data]).toEqual([
      null,
      [
        { name: 'House', titles: ['paint', 'mask', 'buy paint'], priority: [1, 3, 2] },
        { name: 'Book', titles: ['write'], priority: [1] },
        { name: 'Empty', titles: [], priority: [] },
      ],
    ]);
  });

  it('goes through tables of pairs, filters, joins and pages', async () => {
    expect(
      await get('/tasks?select=id,...labels(labels:name)&labels.order=name&id=in.(11,12)&order=id'),
    ).toEqual([
      { id: 11, labels: ['green', 'red'] },
      { id: 12, labels: [] },
    ]);
    expect(await get('/tasks?select=id,...labels!inner(labels:name)&labels.name=eq.green')).toEqual([
      { id: 11, labels: ['green'] },
    ]);
    expect(
      await get('/projects?select=id,...tasks(title)&tasks.order=id&tasks.limit=1&tasks.offset=1&id=eq.1'),
    ).toEqual([{ id: 1, title: ['buy paint'] }]);
    expect(await get('/projects?select=name,...tasks(title)&tasks=is.null')).toEqual([
      { name: 'Empty', title: [] },
    ]);
  });

  it('nests: rows of one as values, rows of many as arrays in arrays, embeds as objects', async () => {
    expect(
      await get(
        '/projects?select=name,...tasks(id,...task_details(notes),...labels(labels:name),comments(body),projects(name))' +
          '&id=lte.2&order=id&tasks.order=id&tasks.labels.order=id&tasks.comments.order=id',
      ),
    ).toEqual([
      {
        name: 'House',
        id: [11, 12, 13],
        notes: ['two coats', null, null],
        labels: [['red', 'green'], [], []],
        comments: [[{ body: 'first' }, { body: 'second' }], [], []],
        projects: ['House', 'House', 'House'].map((name) => ({ name })),
      },
      {
        name: 'Book',
        id: [14],
        notes: [null],
        labels: [['red']],
        comments: [[{ body: 'third' }]],
        projects: [{ name: 'Book' }],
      },
    ]);
  });

  it('needs no setting, but has no aggregates', async () => {
    for (const path of [
      '/projects?select=name,...tasks(priority.sum())',
      '/projects?select=name,...tasks(count())',
      '/projects?select=name,...tasks(id,...task_details(count()))',
    ]) {
      expect(await refusalOf(await send(world, path))).toEqual({
        status: 400,
        code: 'PGRST127',
        message: 'Feature not implemented',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
      });
    }
  });
});

describe('a spread that cannot be', () => {
  it.each([
    ['/tasks?select=...labls(name)', 400, 'PGRST200'],
    ['/projects?select=...people(full_name)', 300, 'PGRST201'],
    ['/tasks?select=...projects(name),projects(id)', 400, '42712'],
    ['/tasks?select=...projects(nam)', 400, '42703'],
    ['/tasks?select=id,...vault(secret)', 400, 'PGRST200'],
    ['/tasks?select=id,...untold_rows(secret)', 403, '42501'],
    ['/tasks?select=id,...chief(id),untold', 403, '42501'],
    ['/tasks?select=id,...parts(untold)', 403, '42501'],
    ['/tasks?select=a:...projects(name)', 400, 'PGRST100'],
  ])('%s', async (path, status, code) => {
    expect(await refusalOf(await send(world, path))).toMatchObject({ status, code });
  });

  it('shows nothing of others, and needs the grants of every table on the way', async () => {
    expect(
      await get('/people?select=full_name,...projects!projects_owner_id_fkey(name)&full_name=eq.Bob'),
    ).toEqual([{ full_name: 'Bob', name: [] }]);
    expect(await get('/people?select=full_name,...listed(title)&full_name=eq.Bob')).toEqual([
      { full_name: 'Bob', title: [] },
    ]);
    expect((await send(world, '/labels?select=name,...tasks(title)', { who: 'anon' })).status).toBe(401);
    expect(await get('/all_titles?select=task,...comments(body)&task=eq.16')).toEqual([
      { task: 16, body: [] },
    ]);
  });
});
