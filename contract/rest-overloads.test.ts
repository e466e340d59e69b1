import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

const FUNCTIONS = `
  create function board.said(text) returns text language sql immutable as 'select $1';
  create function board.bytes(bytea) returns int language sql immutable as 'select length($1)';
  create function board.marked(xml) returns text language sql immutable as 'select $1::text';
  create function board.doc(jsonb) returns jsonb language sql immutable as 'select $1';
  create function board.number(int) returns int language sql immutable as 'select $1';
  create function board.two(int, text) returns int language sql immutable as 'select $1';
  create function board.mixed() returns int language sql immutable as 'select 1';
  create function board.mixed(bool) returns int language sql immutable as 'select 2';
  create function board.mixed(text) returns text language sql immutable as 'select $1';
  create function board.defaulted() returns int language sql immutable as 'select 1';
  create function board.defaulted(text default 'd') returns text language sql immutable as 'select $1';
  create function board.defaulted(int default 4) returns int language sql immutable as 'select $1';
  create function board.later_first(a text) returns int language sql immutable as 'select 1';
  create function board.later_first(a int) returns int language sql immutable as 'select 2';
  create function board.words(variadic list text[]) returns text[] language sql immutable as 'select list';
  create function board.status_of(person text) returns text language sql immutable as 'select person';
  create function board.get_messages() returns int language sql immutable as 'select 1';
  create function board.blurb_message(board.tasks) returns text language sql immutable as 'select $1.title';
  create function board.find(vall int, param int, name int) returns int language sql immutable as 'select 1';
  create function board.find(id int, attr int) returns int language sql immutable as 'select 1';
  grant execute on all functions in schema board to anon, authenticated, service_role;`;

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ sql: FUNCTIONS });
});
afterAll(() => world.close());

const ann = () => clientOf(world, 'ann');
const post = (name: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  send(world, `/rpc/${name}`, { method: 'POST', body, headers: { 'content-type': type } });
const form = (name: string, body: string) => post(name, 'application/x-www-form-urlencoded', body);

describe('a function with one argument without a name', () => {
  it('takes the body as it is, by its type', async () => {
    const text = await post('said', 'text/plain; charset=utf-8', 'à "la" {1}\n');
    expect([text.status, await text.json()]).toEqual([200, 'à "la" {1}\n']);
    const bytes = await post('bytes', 'application/octet-stream', Uint8Array.of(0, 255, 10, 92));
    expect([bytes.status, await bytes.json()]).toEqual([200, 4]);
    const xml = await post('marked', 'text/xml', '<a><b/></a>');
    expect([xml.status, await xml.json()]).toEqual([200, '<a><b/></a>']);
    const document = await post('doc', 'application/json', '[1,{"a":null}]');
    expect([document.status, await document.json()]).toEqual([200, [1, { a: null }]]);
  });

  it('gets the whole object from the official client, which calls it by an empty name', async () => {
    expect((await ann().rpc('said', { '': 'x' })).data).toBe('{"":"x"}');
    expect((await ann().rpc('doc', { '': { a: 1 } })).data).toEqual({ '': { a: 1 } });
    // Of its overloads, those that can take no body do not count.
    expect((await ann().rpc('mixed', { '': true })).data).toBe('{"":true}');
    expect((await ann().rpc('mixed')).data).toBe(1);
  });

  it('is not there for a body of another type', async () => {
    expect(await refusalOf(await post('bytes', 'text/plain', 'x'))).toEqual({
      status: 404,
      code: 'PGRST202',
      message: 'Could not find the function board.bytes in the schema cache',
      details:
        'Searched for the function board.bytes with a single unnamed text parameter, but no matches were found in the schema cache.',
      hint: null,
    });
    // A function without arguments has no use for a body.
    expect((await refusalOf(await post('mixed', 'text/xml', '<a/>'))).code).toBe('PGRST202');
    expect((await refusalOf(await post('said', 'text/html', 'x'))).code).toBe('PGRST102');
    expect((await refusalOf(await post('said', 'text/csv', 'x'))).code).toBe('PGRST102');
  });

  it('cannot be called if it takes neither text, bytes, JSON nor XML', async () => {
    expect((await ann().rpc('number', { '': 1 })).error).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function board.number() in the schema cache',
      details:
        'Searched for the function board.number with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null,
    });
    expect((await ann().rpc('two', { '': 1 })).error?.code).toBe('PGRST202');
  });
});

describe('a form', () => {
  it('brings arguments by name, each as often as a variadic one needs', async () => {
    expect(await (await form('add', 'a=1&b=2')).json()).toBe(3);
    expect(await (await form('add', 'a=1&a=5&b=2')).json()).toBe(7);
    expect(await (await form('words', 'list=a%2Cb&list=%22c%22&list=')).json()).toEqual(['a,b', '"c"', '']);
    expect(await refusalOf(await form('add', 'a=1&c=2'))).toMatchObject({
      code: 'PGRST202',
      details:
        'Searched for the function board.add with parameters a, c, but no matches were found in the schema cache.',
    });
  });
});

describe('a variadic argument', () => {
  it('is given once for each value by GET, or as one list', async () => {
    const asked = async (query: string) => (await send(world, `/rpc/words?${query}`)).json();
    expect(await asked('list=a&list=b%7D&list=NULL')).toEqual(['a', 'b}', 'NULL']);
    expect(await asked('list=alone')).toEqual(['alone']);
    expect((await ann().rpc('words', { list: ['a', 'b'] }, { get: true })).data).toEqual(['a', 'b']);
    expect((await ann().rpc('words', { list: ['a', 'b'] })).data).toEqual(['a', 'b']);
  });
});

describe('overloads', () => {
  it('that could all be meant are named by their types, whichever was created first', async () => {
    expect((await ann().rpc('later_first', { a: 1 })).error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: board.later_first(a => integer), board.later_first(a => text)',
    });
    expect((await ann().rpc('defaulted')).error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: board.defaulted(), board.defaulted( => text)',
    });
    expect((await ann().rpc('defaulted', { '': 'mine' })).data).toBe('{"":"mine"}');
  });
});

describe('the hint at another call', () => {
  it.each([
    ['status_of', {}, null],
    ['status_of', { persons: 1 }, 'board.status_of(person)'],
    ['status_off', { person: 1 }, 'board.status_of'],
    ['said', {}, null],
    ['blurb_messages', { id: 1 }, 'board.get_messages'],
    ['blurb_message', {}, 'board.get_messages'],
    ['get_nothing_of_the_kind', {}, null],
    ['find', { vall: 1, pqaram: 1, nam: 1 }, 'board.find(name, param, vall)'],
    ['find', { id: 1 }, 'board.find(attr, id)'],
    ['find', { noclosealternative: 1 }, null],
  ])('of %s %o', async (name, args, hint) => {
    expect((await ann().rpc(name, args)).error).toMatchObject({
      code: 'PGRST202',
      hint: hint && `Perhaps you meant to call the function ${hint}`,
    });
  });
});
