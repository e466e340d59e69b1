import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/rest-world.ts';
import { emptyBoard, refusalOf, send, titlesOf } from './rest-client.ts';

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
