import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { desk, fresh, openStorage, put } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let root: string;

/** Created in this order, which is neither that of names nor its reverse. */
const NAMES = ['zz.txt', 'b/2.txt', 'aal.txt', 'aal/1.txt', 'Upper.txt', 'b/1.txt', 'aal/d/x.txt', 'cc.txt'];

beforeAll(async () => {
  ({ world, ann } = await openStorage());
  root = `${ann.id}/v2/`;
  for (const name of NAMES) await put(world, ann, root + name);
});
afterAll(() => world.close());

type Options = NonNullable<Parameters<ReturnType<typeof desk>['listV2']>[0]>;

/** Every page of a list: the names below the root, folders and objects apart, and how many pages there were. */
async function readAll(options: Options): Promise<{ objects: string[]; folders: string[]; pages: number[] }> {
  const [objects, folders, pages]: [string[], string[], number[]] = [[], [], []];
  const below = ({ name }: { name: string }): string => name.slice(root.length);
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await desk(world, ann).listV2({
      prefix: root,
      ...options,
      ...(cursor && { cursor }),
    });
    expect(error).toBeNull();
    objects.push(...(data?.objects ?? []).map(below));
    folders.push(...(data?.folders ?? []).map(below));
    pages.push((data?.objects.length ?? 0) + (data?.folders.length ?? 0));
    expect(data?.nextCursor !== undefined).toBe(data?.hasNext);
    if (!data?.hasNext) return { objects, folders, pages };
    cursor = data.nextCursor;
  }
}

const BY_NAME = [...NAMES].sort();
const FILES = ['zz.txt', 'aal.txt', 'Upper.txt', 'cc.txt'];

/** As somebody could make one. */
const cursorAt = (value: string): string =>
  Buffer.from(JSON.stringify({ column: 'created_at', order: 'asc', name: 'x', value })).toString('base64url');

describe('a list with a cursor', () => {
  it.each<[string, Options, string[], string[]]>([
    ['flat, by name', {}, BY_NAME, []],
    ['flat, by name, backwards', { sortBy: { column: 'name', order: 'desc' } }, BY_NAME.toReversed(), []],
    ['flat, by age', { sortBy: { column: 'created_at' } }, NAMES, []],
    ['flat, newest first', { sortBy: { column: 'created_at', order: 'desc' } }, NAMES.toReversed(), []],
    ['flat, by change', { sortBy: { column: 'updated_at', order: 'asc' } }, NAMES, []],
    ['by folder and name', { with_delimiter: true }, [...FILES].sort(), ['aal/', 'b/']],
    [
      'by folder and name, backwards',
      { with_delimiter: true, sortBy: { column: 'name', order: 'desc' } },
      [...FILES].sort().toReversed(),
      ['b/', 'aal/'],
    ],
    ['by folder and age', { with_delimiter: true, sortBy: { column: 'created_at' } }, FILES, ['b/', 'aal/']],
    [
      'by folder, newest first',
      { with_delimiter: true, sortBy: { column: 'updated_at', order: 'desc' } },
      FILES.toReversed(),
      ['aal/', 'b/'],
    ],
  ])(
    'is read %s, whole pages at a time, with nothing twice and nothing left out',
    async (_what, options, objects, folders) => {
      for (const limit of [1, 2, 3, 1_000]) {
        const read = await readAll({ ...options, limit });
        expect(read).toMatchObject({ objects, folders });
        expect(read.pages.slice(0, -1).every((entries) => entries === limit)).toBe(true);
        expect(read.pages).toHaveLength(Math.ceil((objects.length + folders.length) / limit));
      }
    },
  );

  it('takes the prefix as the beginning of a name, whatever comes after it', async () => {
    const read = (prefix: string, more: Options = {}) => readAll({ prefix: root + prefix, ...more });
    expect((await read('aal')).objects).toEqual(['aal.txt', 'aal/1.txt', 'aal/d/x.txt']);
    expect(await read('aal', { with_delimiter: true })).toMatchObject({
      objects: ['aal.txt'],
      folders: ['aal/'],
    });
    expect(await read('aal/', { with_delimiter: true })).toMatchObject({
      objects: ['aal/1.txt'],
      folders: ['aal/d/'],
    });
    expect((await read('%')).objects).toEqual([]);
    expect((await read('aal.txt', { exactMatch: true })).objects).toEqual(['aal.txt']);
    expect((await read('aal', { exactMatch: true })).objects).toEqual([]);
  });

  it('answers in the form of the official service', async () => {
    const { data } = await desk(world, ann).listV2({ prefix: `${root}aal`, with_delimiter: true });
    expect(data).toEqual({
      hasNext: false,
      folders: [{ key: 'aal', name: `${root}aal/` }],
      objects: [
        {
          key: 'aal.txt',
          name: `${root}aal.txt`,
          id: expect.any(String),
          updated_at: expect.any(String),
          created_at: expect.any(String),
          last_accessed_at: expect.any(String),
          metadata: expect.objectContaining({ size: 7, mimetype: 'text/plain' }),
        },
      ],
    });
    const flat = await desk(world, ann).listV2({ prefix: `${root}aal.txt` });
    expect(flat.data?.objects[0]).not.toHaveProperty('key');
    const first = await desk(world, ann).listV2({ with_delimiter: true });
    expect(first.data?.folders).toEqual([{ key: ann.id, name: `${ann.id}/` }]);
  });

  it('goes on where it was while objects come and go, in the order it began with', async () => {
    const person = await world.person();
    const folder = `${person.id}/`;
    const files = desk(world, person);
    for (const name of ['b', 'd', 'f']) await put(world, person, folder + name);
    const first = await files.listV2({ prefix: folder, limit: 2 });
    await files.remove([`${folder}b`, `${folder}d`]);
    await put(world, person, `${folder}a`);
    await put(world, person, `${folder}e`);
    const cursor = first.data?.nextCursor ?? '';
    const next = await files.listV2({ prefix: folder, cursor, sortBy: { column: 'name', order: 'desc' } });
    expect(next.data?.objects.map(({ name }) => name.slice(folder.length))).toEqual(['e', 'f']);
  });

  it('shows a person their own objects alone, and an unknown bucket as an empty one', async () => {
    const bob = await world.person();
    const empty = { hasNext: false, folders: [], objects: [] };
    expect((await desk(world, bob).listV2({ with_delimiter: true })).data).toEqual(empty);
    const { data } = await desk(world, ann).listV2({ prefix: root, limit: 1 });
    const cursor = data?.nextCursor ?? '';
    expect((await desk(world, bob).listV2({ prefix: root, cursor })).data).toEqual(empty);
    expect((await desk(world, ann, 'nowhere').listV2()).data).toEqual(empty);
    expect((await desk(world, world.anonKey).listV2()).data).toEqual(empty);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a cursor that nobody gave', { cursor: 'x' }],
    ['a cursor of another form', { cursor: Buffer.from('{"column":"id"}').toString('base64url') }],
    ['a cursor with a time that is none', { cursor: cursorAt("now' or true --") }],
    ['a cursor of a month that is none', { cursor: cursorAt('2026-13-45 00:00:00+00') }],
    ['a cursor of a time zone that is none', { cursor: cursorAt('2026-01-01 00:00:00+99') }],
    ['a cursor of a year that never was', { cursor: cursorAt('0000-01-01 00:00:00+00') }],
    ['no row at all', { limit: 0 }],
    ['a negative limit', { limit: -1 }],
    ['another column', { sortBy: { column: 'metadata' } }],
    ['another order', { sortBy: { column: 'name', order: 'asc; drop table storage.objects' } }],
    ['a prefix that no name can have', { prefix: '\u0000' }],
    ['only versions, of which there are none', { noncurrentVersions: 'only' }],
  ])('refuses %s', async (_what, options) => {
    const answer = await fetch(`${world.url}/storage/v1/object/list-v2/desk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(options),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'InvalidRequest' }),
    ]);
  });

  it('of more than a thousand comes in pages of a thousand', async () => {
    const person = await world.person();
    await put(world, person, fresh(person));
    await world.sql(
      `insert into storage.objects (bucket_id, name)
       select 'desk', $1 || '/many/' || lpad(n::text, 5, '0') from generate_series(1, 1200) n`,
      [person.id],
    );
    const { data } = await desk(world, person).listV2({ prefix: `${person.id}/many/`, limit: 5_000 });
    expect([data?.hasNext, data?.objects.length]).toEqual([true, 1_000]);
    const rest = await desk(world, person).listV2({
      prefix: `${person.id}/many/`,
      cursor: data?.nextCursor ?? '',
    });
    expect([rest.data?.hasNext, rest.data?.objects.length]).toEqual([false, 200]);
  });
});
