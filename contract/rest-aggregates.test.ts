import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld({
    allowsAggregates: true,
    sql: `create table board.moments (id int primary key, made_at timestamp, about int references board.moments, details jsonb);
          grant select on board.moments to authenticated;
          insert into board.moments values (1, '2026-01-01 10:00', 1, '{"at": "2026-01-01"}'),
            (2, '2026-01-01 11:00', 1, '{"at": "2026-01-01"}'), (3, '2026-01-02 11:00', 1, '{"at": "2026-01-02"}');`,
  });
  await world.sql(`insert into board.states values (1, 'new'), (2, 'paid')`);
  await world.sql(
    `insert into board.orders values (1, 1, 10, '2026-01-01'), (2, 2, 20.50, '2026-01-01'), (3, 2, 30, '2026-02-01'),
                                     (4, null, null, '2026-02-01')`,
  );
  await world.sql(`update board.projects set details = '{"points": "4"}', budget = 12.30 where id in (1, 2)`);
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('an aggregate', () => {
  it('sums up all rows that the caller may see and that are asked for', async () => {
    const { data, error } = await from('orders').select(
      'amount.sum(),amount.avg(),amount.max(),amount.min(),amount.count(),rows:count()',
    );
    expect([error, data]).toEqual([
      null,
      [{ sum: 60.5, avg: 60.5 / 3, max: 30, min: 10, count: 3, rows: 4 }],
    ]);
    expect(await get('/orders?select=amount.sum()&states=eq.2')).toEqual([{ sum: 50.5 }]);
    expect(await get('/orders?select=count,amount.max()&id=eq.77')).toEqual([{ count: 0, max: null }]);
  });

  it('groups by the plain columns, which may order the groups', async () => {
    const { data } = await from('orders')
      .select('states,total:amount.sum(),count()')
      .order('states', { nullsFirst: true });
    expect(data).toEqual([
      { states: null, total: null, count: 1 },
      { states: 1, total: 10, count: 1 },
      { states: 2, total: 50.5, count: 2 },
    ]);
    expect(await get('/orders?select=day:placed,count()&order=placed.desc&limit=1')).toEqual([
      { day: '2026-02-01', count: 2 },
    ]);
    expect(await get('/orders?select=placed,count()&order=placed&offset=1')).toEqual([
      { placed: '2026-02-01', count: 2 },
    ]);
  });

  it('is cast before and behind, and works on JSON paths and computed columns', async () => {
    expect(await get('/projects?select=s:details->>points::int.sum()::text')).toEqual([{ s: '8' }]);
    expect(await get('/orders?select=amount.avg()::int,n:count()::text&states=eq.2')).toEqual([
      { avg: 25, n: '2' },
    ]);
    expect(await get('/projects?select=details->points,count()&details=not.is.null')).toEqual([
      { points: '4', count: 2 },
    ]);
    expect(await get('/tasks?select=headline.max(),project_id&project_id=eq.1')).toEqual([
      { max: 'PAINT!', project_id: 1 },
    ]);
    expect(await get('/orders?select=placed::text,count()&order=placed')).toEqual([
      { placed: '2026-01-01', count: 2 },
      { placed: '2026-02-01', count: 2 },
    ]);
  });

  it('groups by what is shown where a cast has a name, and by the column where it has none', async () => {
    const day = 'day:made_at::date';
    const days = [
      ['2026-01-01', 2],
      ['2026-01-02', 1],
    ];
    const groups = z.array(z.object({ day: z.string(), count: z.number() }));
    const byDay = async (path: string) =>
      groups
        .parse(await get(path))
        .map(({ day: name, count }) => [name, count])
        .toSorted(([left], [right]) => String(left).localeCompare(String(right)));
    expect(await byDay(`/moments?select=${day},count()`)).toEqual(days);
    expect(await byDay(`/moments?select=...about(${day}),count()`)).toEqual([['2026-01-01', 3]]);
    expect(await byDay('/moments?select=day:details->>at::date,count()')).toEqual(days);
    expect(await get('/moments?select=made_at::date,count()&order=made_at')).toEqual([
      { made_at: '2026-01-01', count: 1 },
      { made_at: '2026-01-01', count: 1 },
      { made_at: '2026-01-02', count: 1 },
    ]);
    expect(await refusalOf(await send(world, `/moments?select=${day},count()&order=made_at`))).toMatchObject({
      status: 400,
      code: '42803',
    });
    expect(await get('/moments?select=whole:details::json,count()&id=eq.1')).toEqual([
      { whole: { at: '2026-01-01' }, count: 1 },
    ]);
  });

  it('sums up the rows of an embed, each list by itself', async () => {
    const { data } = await from('projects')
      .select('name,tasks(priority.sum(),count(),priority.max())')
      .order('id');
    expect(data).toEqual([
      { name: 'House', tasks: [{ sum: 6, count: 3, max: 3 }] },
      { name: 'Book', tasks: [{ sum: 1, count: 1, max: 1 }] },
      { name: 'Empty', tasks: [{ sum: null, count: 0, max: null }] },
    ]);
    expect(
      await get('/projects?select=name,tasks(parent_id,id.count())&id=eq.1&tasks.order=parent_id.desc'),
    ).toEqual([
      {
        name: 'House',
        tasks: [
          { parent_id: null, count: 1 },
          { parent_id: 11, count: 2 },
        ],
      },
    ]);
    expect(await get('/tasks?select=id,projects(count)&id=in.(11,15)&order=id')).toEqual([
      { id: 11, projects: { count: 1 } },
      { id: 15, projects: { count: 0 } },
    ]);
    expect(await get('/tasks?select=id,parts(priority.sum())&id=eq.11')).toEqual([
      { id: 11, parts: [{ sum: 5 }] },
    ]);
    expect(
      await get('/projects?select=name,tasks(count)&tasks.order=title&tasks.priority=gt.1&id=eq.1'),
    ).toEqual([{ name: 'House', tasks: [{ count: 2 }] }]);
  });

  it('groups by embeds', async () => {
    expect(
      await get('/tasks?select=count(),projects(name)&project_id=not.is.null&order=projects(name)').then(
        codeOf,
      ),
    ).toBe('42803');
    expect(await get('/tasks?select=count(),project_id,projects(name)&order=project_id')).toEqual([
      { count: 3, project_id: 1, projects: { name: 'House' } },
      { count: 1, project_id: 2, projects: { name: 'Book' } },
      { count: 1, project_id: null, projects: null },
    ]);
  });

  it('works on the rows of a function and of a write, and without a body', async () => {
    expect(await get('/rpc/tasks_of?project=1&select=priority.sum()')).toEqual([{ sum: 6 }]);
    const { data } = await from('states')
      .insert([
        { id: 8, label: 'x' },
        { id: 9, label: 'x' },
      ])
      .select('label,id.sum()');
    expect(data).toEqual([{ label: 'x', sum: 17 }]);
    const head = await send(world, '/orders?select=placed,count()', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-1/*']);
  });

  it('shows nothing of rows and columns that the caller may not see', async () => {
    const bob = await send(world, '/tasks?select=count(),priority.sum(),title.max()', { who: 'bob' });
    expect(await bob.json()).toEqual([{ count: 1, sum: 1, max: 'secret of bob' }]);
    expect(await get('/tasks?select=count(),title.max()')).toEqual([{ count: 5, max: 'write' }]);
    expect(
      await get(
        '/people?select=full_name,projects!projects_owner_id_fkey(count(),name.max())&full_name=eq.Bob',
      ),
    ).toEqual([{ full_name: 'Bob', projects: [{ count: 0, max: null }] }]);
    for (const select of ['secret.max()', 'count()', 'count(),secret']) {
      expect((await send(world, `/vault?select=${select}`)).status).toBe(403);
    }
    for (const select of ['untold.max()', 'leak.count()', 'parts(untold.min())']) {
      expect((await send(world, `/tasks?select=${select}`)).status).toBe(403);
    }
    expect((await send(world, '/reports?select=count()', { who: 'anon' })).status).toBe(401);
  });

  it.each([
    ['/orders?select=states,count()&order=amount', '42803', 'column "orders.amount" must appear'],
    ['/orders?select=missing.count()', '42703', 'column orders.missing does not exist'],
    ['/orders?select=alias:missing.count()', '42703', 'column orders.missing does not exist'],
    ['/projects?select=tasks(sum)', '42703', 'column tasks_1.sum does not exist'],
    ['/orders?select=amount.sum()::regclass', '42704', 'type "regclass" does not exist'],
    ['/orders?select=placed.sum()', '42883', 'function sum(date) does not exist'],
    ['/orders?select=amount.median()', 'PGRST100', 'failed to parse select'],
  ])('%s is refused with %s', async (path, code, message) => {
    const refusal = await refusalOf(await send(world, path));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(message);
    expect(refusal.status).toBeLessThan(500);
  });
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null;

describe('without the setting', () => {
  let plain: RestWorld;
  beforeAll(async () => {
    plain = await embedWorld();
  });
  afterAll(() => plain.close());

  it.each([
    '/orders?select=amount.sum()',
    '/orders?select=count()',
    '/orders?select=count',
    '/projects?select=tasks(priority.sum())',
    '/projects?select=tasks(count())',
    '/projects?select=tasks(count,title)',
    '/tasks?select=id,...projects(id.count())',
    '/tasks?select=id,...projects(count)',
  ])('%s is refused', async (path) => {
    expect(await refusalOf(await send(plain, path))).toEqual({
      status: 400,
      code: 'PGRST123',
      message: 'Use of aggregate functions is not allowed',
      details: null,
      hint: null,
    });
  });
});
