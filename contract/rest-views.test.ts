import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

/** Badges are written through the first view, whose triggers know inserts and updates; nobody writes the second one. */
const WRITABLE = `
  create table board.badges (name text primary key, color text not null);
  create view board.worn as select distinct name, color from board.badges;
  create materialized view board.colors as select 'red' as color, 2 as badges;
  create function board.write_badges() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then insert into board.badges values (new.name, new.color);
    else update board.badges set color = new.color where name = old.name;
    end if;
    return new;
  end
  $$;
  create trigger written instead of insert or update on board.worn
    for each row execute function board.write_badges();
  create function board.say(row_of board.colors) returns text language sql stable
    return row_of.badges || ' ' || row_of.color;
  grant select, insert, update, delete on board.badges, board.worn, board.colors to authenticated;
  grant execute on function board.say to authenticated;
`;

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld({ sql: WRITABLE });
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('a view', () => {
  it('is related by the keys of tables that no request reaches', async () => {
    const { data } = await from('books').select('title,authors(name)').order('title');
    expect(data).toEqual([
      { title: 'Middlemarch', authors: { name: 'Eliot' } },
      { title: 'Orlando', authors: { name: 'Woolf' } },
      { title: 'The Waves', authors: { name: 'Woolf' } },
    ]);
    expect(await get('/authors?select=name,books(title)&order=author&books.order=title')).toEqual([
      { name: 'Eliot', books: [{ title: 'Middlemarch' }] },
      { name: 'Woolf', books: [{ title: 'Orlando' }, { title: 'The Waves' }] },
      { name: 'Nobody', books: [] },
    ]);
  });

  it('is related to tables, and tables to it', async () => {
    expect(await get('/task_list?select=title,projects(name),comments(body)&id=eq.14')).toEqual([
      { title: 'write', projects: { name: 'Book' }, comments: [{ body: 'third' }] },
    ]);
    expect(await get('/projects?select=name,task_list!inner(title)&task_list.title=eq.write')).toEqual([
      { name: 'Book', task_list: [{ title: 'write' }] },
    ]);
    expect(
      await get('/comments?select=body,task_list(title)&order=task_list(title).desc,id&limit=2'),
    ).toEqual([
      { body: 'third', task_list: { title: 'write' } },
      { body: 'first', task_list: { title: 'paint' } },
    ]);
  });

  it('is one row of its key where it shows several', async () => {
    const { data } = await from('books').select('id,bibliography(name)').eq('id', 2);
    expect(data).toEqual([{ id: 2, bibliography: { name: 'Woolf' } }]);
    expect(await get('/books?select=id&order=bibliography(name)&limit=1&select=id,bibliography()')).toEqual([
      { id: 1 },
    ]);
  });

  it('over a view has the keys that come through', async () => {
    expect(await get('/bibliography?select=title,books(loud)&title=eq.Orlando')).toMatchObject([
      { title: 'Orlando', books: expect.arrayContaining([{ loud: 'ORLANDO' }]) },
    ]);
  });

  it('joins two tables where it shows the key of pairs', async () => {
    expect(await get('/tasks?select=id,labels!label_pairs(name)&id=eq.11')).toEqual([
      { id: 11, labels: [{ name: 'red' }, { name: 'green' }] },
    ]);
  });

  it('is found by its own name, and not by the key or the column that means the table', async () => {
    expect(await get('/comments?select=tasks:task_id(title)&body=eq.third')).toEqual([
      { tasks: { title: 'write' } },
    ]);
    expect(await get('/comments?select=task_list!comments_task_id_fkey(title)&body=eq.third')).toEqual([
      { task_list: { title: 'write' } },
    ]);
    expect(await get('/comments?select=task_list!task_id(title)&body=eq.third')).toEqual([
      { task_list: { title: 'write' } },
    ]);
  });

  it('is not related by what it works out', async () => {
    for (const path of [
      '/counted?select=authors(name)',
      '/either?select=books(id)',
      '/books?select=either(id)',
    ]) {
      expect(await refusalOf(await send(world, path))).toMatchObject({ status: 400, code: 'PGRST200' });
    }
  });

  it('that asks as the caller shows nothing of others, whichever way one comes', async () => {
    const bob = { who: 'bob' } as const;
    expect(
      await (await send(world, '/people?select=task_list:listed(title)&full_name=eq.Ann', bob)).json(),
    ).toEqual([{ task_list: [] }]);
    expect(await (await send(world, '/labels?select=name,tasks!label_pairs(title)', bob)).json()).toEqual([
      { name: 'red', tasks: [] },
      { name: 'green', tasks: [] },
      { name: 'blue', tasks: [] },
    ]);
    expect(await (await send(world, '/task_list?select=title', bob)).json()).toEqual([
      { title: 'secret of bob' },
    ]);
  });

  it('that asks as its owner leads to the rows of tables that the caller may see, and no further', async () => {
    expect(await get('/all_titles?select=title,comments(body),task_details(notes)&task=eq.16')).toEqual([
      { title: 'secret of bob', comments: [], task_details: null },
    ]);
    expect(await refusalOf(await send(world, '/comments?select=hidden_titles(title)'))).toMatchObject({
      status: 403,
      code: '42501',
    });
  });
});

describe('a view that is written to', () => {
  it('takes what its triggers take, and answers with the rows', async () => {
    const made = await from('worn')
      .insert([{ name: 'scout', color: 'red' }])
      .select();
    expect(made).toMatchObject({ status: 201, data: [{ name: 'scout', color: 'red' }] });
    const changed = await from('worn').update({ color: 'blue' }).eq('name', 'scout').select();
    expect(changed).toMatchObject({ status: 200, data: [{ name: 'scout', color: 'blue' }] });
    expect(await world.sql('select * from board.badges')).toEqual([{ name: 'scout', color: 'blue' }]);
    const { status, error } = await from('worn').delete().eq('name', 'scout');
    expect([status, error?.code]).toEqual([500, '55000']);
  });

  it('is only read where it is materialized, with its computed columns', async () => {
    const { data } = await from('colors').select('color,say');
    expect(data).toEqual([{ color: 'red', say: '2 red' }]);
    for (const { status, error } of [
      await from('colors').insert({ color: 'blue', badges: 1 }),
      await from('colors').update({ badges: 3 }).eq('color', 'red'),
    ]) {
      expect([status, error?.code]).toEqual([400, '42809']);
    }
  });
});
