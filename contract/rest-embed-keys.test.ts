import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, type RestWorld } from '#tests/worlds/rest-world.ts';
import { embedWorld } from './embed-world.ts';
import { clientOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await embedWorld();
  await world.sql('insert into board.friendships (id, first_person, second_person) values (1, $1, $2)', [
    ANN,
    BOB,
  ]);
  await world.sql(`insert into board.states values (1, 'new'), (2, 'paid')`);
  await world.sql('insert into board.orders values (1, 1, 10), (2, 2, 20), (3, null, 30)');
});
afterAll(() => world.close());

const from = (table: string) => clientOf(world, 'ann').from(table);
const get = async (path: string) => (await send(world, path)).json();

describe('two embeds under one key', () => {
  it.each([
    ['friendships', 'people!first_person(full_name),people!second_person(full_name)', 'friendships_people_1'],
    ['friendships', 'people!first_person!inner(id),id,people!second_person()', 'friendships_people_1'],
    ['friendships', 'who:first_person(full_name),who:second_person(full_name)', 'friendships_who_1'],
    ['projects', 'all:tasks(id),all:people!members(id)', 'projects_all_1'],
    ['people', 'friendships!first_person(a:people!first_person(id),a:second_person(id))', 'friendships_a_2'],
    ['tasks', 'comments(id),comments(body)', 'tasks_comments_1'],
  ])('%s?select=%s are refused', async (table, select, name) => {
    expect(await from(table).select(select)).toMatchObject({
      status: 400,
      statusText: 'Bad Request',
      data: null,
      error: {
        code: '42712',
        message: `table name "${name}" specified more than once`,
        details: null,
        hint: null,
      },
    });
  });

  it('are two things under two keys', async () => {
    const { data } = await from('friendships').select(
      'first:people!first_person(full_name),second:people!second_person!inner(full_name)',
    );
    expect(data).toEqual([{ first: { full_name: 'Ann' }, second: { full_name: 'Bob' } }]);
    const filtered = await from('friendships')
      .select('first:people!first_person!inner(full_name),second:people!second_person(full_name)')
      .eq('first.full_name', 'Ann')
      .eq('second.full_name', 'Ann');
    expect(filtered.data).toEqual([{ first: { full_name: 'Ann' }, second: null }]);
  });
});

describe('an embed with the name of a column', () => {
  it('leaves filters on the column alone, but for whether there is a related row', async () => {
    expect(await get('/orders?select=id,states(label)&states=eq.2')).toEqual([
      { id: 2, states: { label: 'paid' } },
    ]);
    expect(await get('/orders?select=id,states(label)&states=in.(1,2)&states=not.eq.2')).toEqual([
      { id: 1, states: { label: 'new' } },
    ]);
    expect(await get('/orders?select=id,states()&states=is.null')).toEqual([{ id: 3 }]);
    expect(await get('/orders?select=id,states(label)&states.label=eq.new&states=not.is.null')).toEqual([
      { id: 1, states: { label: 'new' } },
    ]);
  });

  it('shows the embed, which comes later, in a list that names both', async () => {
    expect((await from('orders').select('id,states,states(label)').eq('id', 1)).data).toEqual([
      { id: 1, states: { label: 'new' } },
    ]);
  });
});

it('a table in itself is not found by the name of the key, which would mean both ways', async () => {
  expect(await from('tasks').select('id,tasks!tasks_parent_id_fkey(id)')).toMatchObject({
    status: 400,
    error: {
      code: 'PGRST200',
      message: "Could not find a relationship between 'tasks' and 'tasks' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'tasks' and 'tasks' using the hint 'tasks_parent_id_fkey' in the schema 'board', but no matches were found.",
      hint: null,
    },
  });
  const { data } = await from('tasks').select('id,tasks!parent_id(id)').eq('id', 11);
  expect(data).toEqual([{ id: 11, tasks: [{ id: 12 }, { id: 13 }] }]);
});
