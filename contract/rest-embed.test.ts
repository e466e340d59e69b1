import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld();
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('an embed', () => {
  it('to one row is an object or null', async () => {
    const { data } = await from('tasks')
      .select('title,project:projects(name)')
      .in('id', [11, 15])
      .order('id');
    expect(data).toEqual([
      { title: 'paint', project: { name: 'House' } },
      { title: 'loose', project: null },
    ]);
  });

  it('to many rows is an array, empty when there are none', async () => {
    const { data } = await from('projects').select('name,tasks(title)').order('id');
    expect(data).toEqual([
      { name: 'House', tasks: [{ title: 'paint' }, { title: 'buy paint' }, { title: 'mask' }] },
      { name: 'Book', tasks: [{ title: 'write' }] },
      { name: 'Empty', tasks: [] },
    ]);
  });

  it('over a unique foreign key is one object, from both sides', async () => {
    expect(
      (await from('tasks').select('id,task_details(notes)').in('id', [11, 12]).order('id')).data,
    ).toEqual([
      { id: 11, task_details: { notes: 'two coats' } },
      { id: 12, task_details: null },
    ]);
    expect((await from('task_details').select('notes,tasks(title)')).data).toEqual([
      { notes: 'two coats', tasks: { title: 'paint' } },
    ]);
  });

  it('through a table of pairs is an array, from both sides', async () => {
    expect((await from('tasks').select('id,labels(name)').in('id', [11, 12]).order('id')).data).toEqual([
      { id: 11, labels: [{ name: 'red' }, { name: 'green' }] },
      { id: 12, labels: [] },
    ]);
    expect((await from('labels').select('name,tasks(title)').order('id')).data).toEqual([
      { name: 'red', tasks: [{ title: 'paint' }, { title: 'write' }] },
      { name: 'green', tasks: [{ title: 'paint' }] },
      { name: 'blue', tasks: [] },
    ]);
  });

  it('nests', async () => {
    const { data } = await from('projects')
      .select(
        'name,tasks(title,comments(body),project:projects(owner:people!projects_owner_id_fkey(full_name)))',
      )
      .eq('id', 2);
    expect(data).toEqual([
      {
        name: 'Book',
        tasks: [{ title: 'write', comments: [{ body: 'third' }], project: { owner: { full_name: 'Ann' } } }],
      },
    ]);
  });

  it('of a table in itself leads to its children by the name of the table, to its parent by the column', async () => {
    const { data } = await from('tasks')
      .select('title,tasks(title),parent:parent_id(title)')
      .in('id', [11, 12])
      .order('id');
    expect(data).toEqual([
      { title: 'paint', tasks: [{ title: 'buy paint' }, { title: 'mask' }], parent: null },
      { title: 'buy paint', tasks: [], parent: { title: 'paint' } },
    ]);
  });

  it('is found by the name of the foreign key or of its column, as target or as hint', async () => {
    const same = [{ owner: { full_name: 'Ann' }, reviewer: { full_name: 'Bob' } }];
    for (const select of [
      'owner:people!projects_owner_id_fkey(full_name),reviewer:people!reviewer_id(full_name)',
      'owner:projects_owner_id_fkey(full_name),reviewer:reviewer_id(full_name)',
      'owner:owner_id(full_name),reviewer:people!projects_reviewer_id_fkey!left(full_name)',
    ]) {
      expect(await get(`/projects?select=${select}&id=eq.1`)).toEqual(same);
    }
    expect(await get('/projects?select=people!members(full_name)&id=eq.1')).toEqual([
      { people: [{ full_name: 'Ann' }, { full_name: 'Bob' }] },
    ]);
  });

  it('counts instead of listing', async () => {
    expect((await from('projects').select('name,tasks(count)').order('id')).data).toEqual([
      { name: 'House', tasks: [{ count: 3 }] },
      { name: 'Book', tasks: [{ count: 1 }] },
      { name: 'Empty', tasks: [{ count: 0 }] },
    ]);
    const filtered = await from('projects').select('n:tasks(total:count)').gt('n.priority', 1).eq('id', 1);
    expect(filtered.data).toEqual([{ n: [{ total: 2 }] }]);
  });
});

describe('a filter on an embed', () => {
  it('narrows the embedded rows and keeps the parents', async () => {
    const { data } = await from('projects').select('name,tasks(title)').eq('tasks.priority', 1).order('id');
    expect(data).toEqual([
      { name: 'House', tasks: [{ title: 'paint' }] },
      { name: 'Book', tasks: [{ title: 'write' }] },
      { name: 'Empty', tasks: [] },
    ]);
  });

  it('narrows the parents too with !inner, and the count with them', async () => {
    const { data, count } = await from('projects')
      .select('name,tasks!inner(title)', { count: 'exact' })
      .eq('tasks.priority', 2);
    expect([count, data]).toEqual([1, [{ name: 'House', tasks: [{ title: 'buy paint' }] }]]);
    const toOne = await from('tasks').select('title,projects!inner(name)').eq('projects.name', 'Book');
    expect(toOne.data).toEqual([{ title: 'write', projects: { name: 'Book' } }]);
    const deep = await from('projects')
      .select('name,tasks!inner(comments!inner(body))')
      .eq('tasks.comments.body', 'third');
    expect(deep.data).toEqual([{ name: 'Book', tasks: [{ comments: [{ body: 'third' }] }] }]);
  });

  it('may be an or, and may hide the embed', async () => {
    const { data } = await from('projects')
      .select('name,tasks(title)')
      .or('priority.eq.2,title.eq.mask', { referencedTable: 'tasks' })
      .eq('id', 1);
    expect(data).toEqual([{ name: 'House', tasks: [{ title: 'buy paint' }, { title: 'mask' }] }]);
    expect(await get('/projects?select=name,tasks!inner()&tasks.title=eq.write')).toEqual([{ name: 'Book' }]);
  });

  it('asks whether there is a related row', async () => {
    expect(await get('/projects?select=name,tasks()&tasks=is.null')).toEqual([{ name: 'Empty' }]);
    expect(await get('/projects?select=name,tasks()&tasks=not.is.null&order=id')).toEqual([
      { name: 'House' },
      { name: 'Book' },
    ]);
    expect(await get('/tasks?select=title,projects()&or=(projects.is.null,title.eq.mask)&order=id')).toEqual([
      { title: 'mask' },
      { title: 'loose' },
    ]);
  });

  it('sorts and pages each list by itself', async () => {
    const { data } = await from('projects')
      .select('name,tasks(title)')
      .order('title', { referencedTable: 'tasks', ascending: false })
      .limit(1, { referencedTable: 'tasks' })
      .order('id')
      .limit(2);
    expect(data).toEqual([
      { name: 'House', tasks: [{ title: 'paint' }] },
      { name: 'Book', tasks: [{ title: 'write' }] },
    ]);
  });

  it('sorts the parents by a column of the related row', async () => {
    expect(await get('/tasks?select=title,projects(name)&order=projects(name).asc.nullsfirst,title')).toEqual(
      [
        { title: 'loose', projects: null },
        { title: 'write', projects: { name: 'Book' } },
        { title: 'buy paint', projects: { name: 'House' } },
        { title: 'mask', projects: { name: 'House' } },
        { title: 'paint', projects: { name: 'House' } },
      ],
    );
  });
});

describe('an embed of another user', () => {
  it('shows nothing of it, in any direction', async () => {
    expect(
      await get('/people?select=full_name,projects!projects_owner_id_fkey(name)&full_name=eq.Bob'),
    ).toEqual([{ full_name: 'Bob', projects: [] }]);
    const bob = await send(world, '/projects?select=name,tasks(title),people!members(full_name)&order=id', {
      who: 'bob',
    });
    expect(await bob.json()).toEqual([{ name: 'Garage', tasks: [{ title: 'secret of bob' }], people: [] }]);
    expect(
      await get(`/people?select=full_name,projects!projects_owner_id_fkey!inner()&full_name=eq.Bob`),
    ).toEqual([]);
    expect(
      await get('/people?select=full_name,projects!projects_owner_id_fkey(count)&full_name=eq.Bob'),
    ).toEqual([{ full_name: 'Bob', projects: [{ count: 0 }] }]);
  });

  it('needs the grants of every table on the way', async () => {
    const response = await send(world, '/labels?select=name,tasks(title)', { who: 'anon' });
    expect(await refusalOf(response)).toMatchObject({ status: 401, code: '42501' });
  });
});

describe('an embed that cannot be', () => {
  it('is refused when there is no relationship', async () => {
    expect(await from('projects').select('name,labels(name)')).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'projects' and 'labels' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'projects' and 'labels' in the schema 'board', but no matches were found.",
        hint: null,
      },
    });
    expect(await from('projects').select('task(title)')).toMatchObject({
      error: { code: 'PGRST200', hint: "Perhaps you meant 'tasks' instead of 'task'." },
    });
    expect((await from('projects').select('tasks!nonsense(title)')).error?.details).toContain(
      "between 'projects' and 'tasks' using the hint 'nonsense' in the schema 'board'",
    );
  });

  it('is refused with the choices when there are several', async () => {
    const { status, statusText, error } = await from('projects').select('name,people(full_name)');
    expect([status, statusText]).toEqual([300, 'Multiple Choices']);
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'projects' and 'people'",
      hint: "Try changing 'people' to one of the following: 'people!projects_owner_id_fkey', 'people!projects_reviewer_id_fkey', 'people!members'. Find the desired relationship in the 'details' key.",
    });
    expect(error?.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'projects with people',
      relationship: 'projects_owner_id_fkey using projects(owner_id) and people(id)',
    });
    expect(error?.details).toContainEqual({
      cardinality: 'many-to-many',
      embedding: 'projects with people',
      relationship: 'members using members_project_id_fkey(project_id) and members_person_id_fkey(person_id)',
    });
  });

  it.each([
    [
      '/projects?select=name&tasks.title=eq.x',
      400,
      'PGRST108',
      "'tasks' is not an embedded resource in this request",
    ],
    [
      '/projects?select=name&tasks.order=title',
      400,
      'PGRST108',
      "'tasks' is not an embedded resource in this request",
    ],
    [
      '/projects?select=name&order=tasks(title)',
      400,
      'PGRST108',
      "'tasks' is not an embedded resource in this request",
    ],
    [
      '/projects?select=name,tasks(*)&order=tasks(title)',
      400,
      'PGRST118',
      "A related order on 'tasks' is not possible",
    ],
    [
      '/projects?select=name,tasks(*)&tasks=eq.1',
      400,
      'PGRST120',
      "Bad operator on the 'tasks' embedded resource",
    ],
    ['/projects?select=name,tasks(titel)', 400, '42703', 'column tasks_1.titel does not exist'],
    ['/projects?select=name,tasks(comments(text))', 400, '42703', 'column comments_2.text does not exist'],
    [
      '/projects?select=name,tasks(count,title)',
      400,
      'PGRST123',
      'Use of aggregate functions is not allowed',
    ],
    ['/projects?select=name,tasks(id.sum())', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
  ])('%s', async (path, status, code, message) => {
    const response = await send(world, path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message });
  });
});
