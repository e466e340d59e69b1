import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld({
    sql: `create table board.kept (id int primary key, "_row" text, "_row_" text);
          create function board.shout(board.kept) returns text language sql stable as $$ select upper($1."_row") $$;
          create function board.all_kept() returns setof board.kept language sql stable as 'select * from board.kept';
          grant select, insert on board.kept to authenticated;
          grant execute on function board.shout(board.kept), board.all_kept() to authenticated;`,
  });
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('a function of the row', () => {
  it('is read like a column, and is none of *', async () => {
    const { data } = await from('tasks').select('id,headline,big:headline,meta->length').eq('id', 11);
    expect(data).toEqual([{ id: 11, headline: 'PAINT!', big: 'PAINT!', length: 5 }]);
    const { data: all } = await from('tasks').select().eq('id', 11).single();
    expect(Object.keys(all ?? {})).not.toContain('headline');
    const { data: both } = await from('tasks').select('*,headline').eq('id', 11).single();
    expect(both).toMatchObject({ title: 'paint', headline: 'PAINT!' });
  });

  it('filters and orders', async () => {
    const { data } = await from('tasks').select('id').eq('headline', 'MASK!');
    expect(data).toEqual([{ id: 13 }]);
    expect(await get('/tasks?select=id&order=headline.desc&limit=2')).toEqual([{ id: 14 }, { id: 11 }]);
    expect(await get('/tasks?select=id&meta->length=eq.9&or=(headline.like.BUY*,id.eq.1)')).toEqual([
      { id: 12 },
    ]);
    expect(await get('/tasks?select=id&order=meta->length.desc&limit=1')).toEqual([{ id: 12 }]);
  });

  it('is found in embeds, by their own table', async () => {
    const { data } = await from('projects').select('tasks(headline)').eq('id', 2).order('headline', {
      referencedTable: 'tasks',
    });
    expect(data).toEqual([{ tasks: [{ headline: 'WRITE!' }] }]);
    expect(await get('/task_list?select=headline&id=eq.14')).toEqual([{ headline: 'write' }]);
    expect(
      await get('/comments?select=body,tasks!inner(headline)&tasks.headline=eq.WRITE!&order=tasks(headline)'),
    ).toEqual([{ body: 'third', tasks: { headline: 'WRITE!' } }]);
  });

  it('comes behind a column of the same name', async () => {
    expect(await get('/tasks?select=title&id=eq.11')).toEqual([{ title: 'paint' }]);
  });

  it('works on what was written to a table that has columns of any name', async () => {
    const { data, error } = await from('kept')
      .insert({ id: 1, _row: 'a', _row_: 'b' })
      .select('id,_row,_row_,shout')
      .order('shout');
    expect([error, data]).toEqual([null, [{ id: 1, _row: 'a', _row_: 'b', shout: 'A' }]]);
    expect(await get('/rpc/all_kept?select=_row_,_row,shout')).toEqual([
      { _row_: 'b', _row: 'a', shout: 'A' },
    ]);
  });

  it('works on what was written, and on the rows of a function', async () => {
    const { data, error } = await from('tasks')
      .insert({ title: 'new', project_id: 2 })
      .select('title,headline,chief(name),parts(id)')
      .single();
    expect([error, data]).toEqual([
      null,
      { title: 'new', headline: 'NEW!', chief: { name: 'Book' }, parts: [] },
    ]);
    const updated = await from('tasks').update({ is_done: true }).eq('headline', 'NEW!').select('headline');
    expect(updated.data).toEqual([{ headline: 'NEW.' }]);
    const removed = await from('tasks').delete().eq('headline', 'NEW.').select('meta->length');
    expect(removed.data).toEqual([{ length: 3 }]);
    expect(
      await get(
        '/rpc/tasks_of?project=1&select=id,headline,parts(headline)&headline=eq.PAINT!&order=headline',
      ),
    ).toEqual([{ id: 11, headline: 'PAINT!', parts: [{ headline: 'MASK!' }, { headline: 'BUY PAINT!' }] }]);
    expect(await get('/rpc/newest_task?select=headline,chief(name)')).toMatchObject({ headline: 'LOOSE!' });
  });

  it.each(['leak', 'untold'])('is refused to a role that may not execute it: %s', async (name) => {
    for (const query of [`select=${name}`, `select=id&${name}=eq.x`, `select=id&order=${name}`]) {
      expect(await refusalOf(await send(world, `/tasks?${query}`))).toMatchObject({
        status: 403,
        code: '42501',
        message: `permission denied for function ${name}`,
      });
    }
    expect((await send(world, `/projects?select=tasks(${name})`)).status).toBe(403);
  });

  it.each(['elsewhere', 'two_args', 'parts', 'pg_column_size', 'ctid', 'tasks', 'row_to_json'])(
    'is one function of the same schema with one value, so not %s',
    async (name) => {
      expect(await refusalOf(await send(world, `/tasks?select=${name}`))).toMatchObject({
        status: 400,
        code: '42703',
        message: `column tasks.${name} does not exist`,
      });
    },
  );
});

describe('a function of the row that answers with rows', () => {
  it('is an embed of many rows, in its own order', async () => {
    const { data } = await from('tasks').select('id,steps:parts(title)').in('id', [11, 14]).order('id');
    expect(data).toEqual([
      { id: 11, steps: [{ title: 'mask' }, { title: 'buy paint' }] },
      { id: 14, steps: [] },
    ]);
  });

  it('is an embed of one row where it is declared so, even if it finds more', async () => {
    const { data } = await from('tasks').select('id,last_comment(body)').in('id', [11, 12]).order('id');
    expect(data).toEqual([
      { id: 11, last_comment: { body: 'second' } },
      { id: 12, last_comment: null },
    ]);
  });

  it('is a row of nulls where a single row is not found, as PostgreSQL has it', async () => {
    const { data } = await from('tasks').select('id,chief(id,name)').in('id', [11, 15]).order('id');
    expect(data).toEqual([
      { id: 11, chief: { id: 1, name: 'House' } },
      { id: 15, chief: { id: null, name: null } },
    ]);
  });

  it('filters, pages, sorts and nests like any other', async () => {
    const { data, count } = await from('tasks')
      .select('id,parts!inner(title,projects(name))', { count: 'exact' })
      .eq('parts.title', 'mask');
    expect([count, data]).toEqual([1, [{ id: 11, parts: [{ title: 'mask', projects: { name: 'House' } }] }]]);
    expect(await get('/tasks?select=id,parts(id)&id=eq.11&parts.order=id.asc&parts.limit=1')).toEqual([
      { id: 11, parts: [{ id: 12 }] },
    ]);
    expect(await get('/tasks?select=id,last_comment()&last_comment=not.is.null&order=id')).toEqual([
      { id: 11 },
      { id: 14 },
    ]);
    expect(
      await get('/tasks?select=id,last_comment(body)&order=last_comment(body).desc.nullslast&limit=2'),
    ).toEqual([
      { id: 14, last_comment: { body: 'third' } },
      { id: 11, last_comment: { body: 'second' } },
    ]);
    expect(await get('/projects?select=tasks(parts(last_comment(body)))&id=eq.2')).toEqual([
      { tasks: [{ parts: [] }] },
    ]);
  });

  it('takes and gives rows of views', async () => {
    expect(await get('/people?select=listed(title,holder(full_name))&full_name=eq.Ann')).toMatchObject([
      { listed: expect.arrayContaining([{ title: 'paint', holder: { full_name: 'Ann' } }]) },
    ]);
    expect(await get('/people?select=listed(title)&full_name=eq.Bob')).toEqual([{ listed: [] }]);
  });

  it('stands in for a relation of the same name', async () => {
    expect(await get('/members?select=role,projects(name)&role=eq.owner')).toEqual([
      { role: 'owner', projects: null },
    ]);
  });

  it('cannot be sorted by when it is many', async () => {
    expect(await refusalOf(await send(world, '/tasks?select=id,parts(id)&order=parts(id)'))).toMatchObject({
      status: 400,
      code: 'PGRST118',
      details: "'tasks' and 'parts' do not form a many-to-one or one-to-one relationship",
    });
  });

  it('is refused to a role that may not execute it, and unknown to another table', async () => {
    expect(await refusalOf(await send(world, '/tasks?select=untold_rows(secret)'))).toMatchObject({
      status: 403,
      code: '42501',
    });
    for (const name of ['parts', 'newest_task', 'count_by_priority']) {
      expect(await refusalOf(await send(world, `/projects?select=${name}(id)`))).toMatchObject({
        status: 400,
        code: 'PGRST200',
        details: `Searched for a foreign key relationship between 'projects' and '${name}' in the schema 'board', but no matches were found.`,
      });
    }
  });
});
