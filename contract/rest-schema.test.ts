import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

const SEEN = `
  create view board.read_only with (security_invoker = true) as select count(*) from board.labels;
  grant select on board.read_only to anon;
  create table board.open_rows (id int primary key, label_id int references board.labels);
  grant select on board.open_rows to anon, authenticated;
  insert into board.open_rows select i, 1 from generate_series(1, 3) i;`;

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ sql: SEEN });
});
afterAll(() => world.close());

const anon = () => clientOf(world, 'anon');

describe('a change of the schema, without a notice', () => {
  it('is there for the first who asks for what is new', async () => {
    expect((await anon().from('fresh').select()).status).toBe(404);
    await world.sql('create table board.fresh (id int primary key)');
    await world.sql('grant select, insert on board.fresh to anon');
    expect(await anon().from('fresh').select()).toMatchObject({ status: 200, data: [] });

    await world.sql('alter table board.fresh add note text');
    expect(await anon().from('fresh').insert({ id: 1, note: 'new' })).toMatchObject({ status: 201 });
    await world.sql('alter table board.fresh add label_id int references board.labels');
    expect((await anon().from('fresh').select('id,labels(name)')).data).toEqual([{ id: 1, labels: null }]);

    await world.sql(
      'create function board.made_now(a int) returns int language sql stable as $$ select a $$',
    );
    await world.sql('grant execute on function board.made_now(int) to anon');
    expect((await anon().rpc('made_now', { a: 4 })).data).toBe(4);
  });

  it('takes away what is gone', async () => {
    await world.sql('create table board.passing (id int primary key, gone int)');
    await world.sql('grant select on board.passing to anon');
    expect((await anon().from('passing').select()).status).toBe(200);
    await world.sql('alter table board.passing drop column gone');
    expect((await anon().from('passing').select()).status).toBe(200);
    await world.sql('drop table board.passing');
    expect((await anon().from('passing').select()).error?.code).toBe('PGRST205');
  });

  it('shows itself to everybody after a while', async () => {
    await world.sql(`insert into board.labels (id, name) values (90, 'x')`);
    await world.sql(`alter table board.labels add tone text default 'warm'`);
    await expect
      .poll(async () => (await anon().from('labels').select().eq('id', 90)).data)
      .toEqual([{ id: 90, name: 'x', tone: 'warm' }]);
  });

  it('is looked for once by many, and what is not there stays so', async () => {
    const asked = Array.from({ length: 20 }, () => anon().from('nowhere').select());
    for (const { status } of await Promise.all(asked)) expect(status).toBe(404);
  });
});

describe('OPTIONS', () => {
  const allow = async (path: string) => {
    const response = await send(world, path, { method: 'OPTIONS', who: 'anon' });
    return [response.status, response.headers.get('allow'), await response.text()];
  };

  it('says what a table, a view or a function can do', async () => {
    expect(await allow('/tasks')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE', '']);
    expect(await allow('/open_tasks')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE', '']);
    expect(await allow('/read_only')).toEqual([200, 'OPTIONS,GET,HEAD', '']);
    expect(await allow('/rpc/add')).toEqual([200, 'OPTIONS,GET,HEAD,POST', '']);
    expect(await allow('/rpc/add_task')).toEqual([200, 'OPTIONS,POST', '']);
  });

  it('refuses what is not there', async () => {
    const nowhere = await send(world, '/nowhere', { method: 'OPTIONS' });
    expect(await refusalOf(nowhere)).toMatchObject({ status: 404, code: 'PGRST205' });
    expect((await send(world, '/rpc/nowhere', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('an estimate of a count', () => {
  const counted = async (table: string, count: 'planned' | 'estimated', columns = '*') =>
    anon().from(table).select(columns, { count, head: true });

  it('is the guess of the planner where everybody sees every row', async () => {
    const planned = await counted('open_rows', 'planned');
    expect(planned).toMatchObject({ status: 206, statusText: 'Partial Content' });
    expect(planned.count).toBeGreaterThan(3);
    expect(await counted('open_rows', 'estimated')).toMatchObject({ status: 200, count: 3 });
  });

  it('is a count where row-level security, a view or another table stands between', async () => {
    const { count } = await anon().from('labels').select('*', { count: 'exact', head: true });
    expect((await counted('labels', 'planned')).count).toBe(count);
    expect((await counted('read_only', 'planned')).count).toBe(1);
    expect((await counted('open_rows', 'planned', 'id,labels!inner(id)')).count).toBe(3);
  });
});

describe('a list of schemas', () => {
  it('has its first as the default, and names all when another is asked for', async () => {
    const annex = await restWorld({ schemas: ['annex', 'board'] });
    const client = createClient(annex.url, 'anon', { auth: { persistSession: false } });
    expect((await client.schema('annex').from('notes').select('body')).data).toEqual([{ body: 'hello' }]);
    const plain = await send(annex, '/notes', { who: 'anon' });
    expect([plain.headers.get('content-profile'), plain.status]).toEqual(['annex', 200]);
    expect(await client.schema('private').from('notes').select()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST106',
        message: 'The schema must be one of the following: annex, board',
      },
    });
    await annex.close();
  });
});
