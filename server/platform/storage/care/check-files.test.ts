import { randomUUID } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { type ObjectStore, ObjectsHeldError } from '#server/providers/object-store/object-store.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createMemoryStore } from '#tests/engines/disks/memory-files.ts';
import { blobKey, newVersion } from '../blobs.ts';
import { checkFiles } from './check-files.ts';

const DAY = 24 * 60 * 60_000;
/** When everything stored by a test is older than the grace. */
const later = () => ({ now: Date.now() + 31 * DAY });

let db: TestDatabase;
let store: ObjectStore;
let lines: string[];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  store = createMemoryStore();
  lines = [];
  await db.database.exec(
    `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects; commit; truncate storage.loose_blobs`,
  );
});

const parts = (objectStore = store) => ({
  database: db.database,
  objectStore,
  log: createLog('info', (line) => lines.push(line)),
});
const putBytes = (version: string) =>
  store.put(blobKey(version), ReadableStream.from([new Uint8Array(3)]), { maxBytes: 10 });
const putRow = (version: string) =>
  db.database.query(`insert into storage.objects (bucket_id, name, version) values ('ai-outputs', $1, $1)`, [
    version,
  ]);

/** Files as people have them. */
async function makeFiles(count: number): Promise<string[]> {
  const versions = Array.from({ length: count }, () => randomUUID());
  for (const version of versions) await putBytes(version);
  await db.database.query(
    `insert into storage.objects (bucket_id, name, version) select 'ai-outputs', v, v from unnest($1::text[]) as t (v)`,
    [versions],
  );
  return versions;
}

it('finds nothing wrong where every row has its object, over several pages, and with no file at all', async () => {
  expect(await checkFiles(parts())).toMatchObject({ files: 0, lost: 0, unknown: 0 });
  await makeFiles(2_345);
  expect(await checkFiles(parts(), later())).toEqual({
    files: 2_345,
    lost: 0,
    lostVersions: [],
    unknown: 0,
    removed: 0,
  });
  expect(lines).toEqual([]);
});

it('reports each file that the store has lost, wherever it is in the list, and keeps the result', async () => {
  const versions = (await makeFiles(1_500)).toSorted();
  const lost = [versions[0] ?? '', versions[777] ?? '', versions.at(-1) ?? ''];
  for (const version of lost) await store.delete(blobKey(version));
  expect(await checkFiles(parts())).toMatchObject({ files: 1_500, lost: 3, lostVersions: lost });
  expect(lines.join()).toContain('files are missing from the store');
  expect(await db.database.query('select lost::int, lost_versions from private.file_checks')).toEqual([
    { lost: 3, lost_versions: lost },
  ]);
  for (const version of lost) await putBytes(version);
  await checkFiles(parts());
  expect(await db.database.query('select lost::int from private.file_checks')).toEqual([{ lost: 0 }]);
});

it('removes an object without a row after a month, not before', async () => {
  const [kept] = await makeFiles(1);
  const stranger = randomUUID();
  await putBytes(stranger);
  expect(await checkFiles(parts())).toMatchObject({ unknown: 0, removed: 0 });
  expect(await store.has(blobKey(stranger))).toBe(true);
  expect(await checkFiles(parts(), later())).toMatchObject({ unknown: 1, removed: 1 });
  expect(await store.has(blobKey(stranger))).toBe(false);
  expect(await store.has(blobKey(kept ?? ''))).toBe(true);
});

it('leaves uploads in progress and deleted files to their own list, and objects that are not ours', async () => {
  const uploading = await newVersion(parts());
  await putBytes(uploading);
  await store.put('someone/elses', ReadableStream.from([]), { maxBytes: 1 });
  expect(await checkFiles(parts(), later())).toMatchObject({ unknown: 0 });
  expect(await store.has(blobKey(uploading))).toBe(true);
  expect(await store.has('someone/elses')).toBe(true);
});

it('removes nothing where most objects are unknown: the store is probably that of another database', async () => {
  await makeFiles(300);
  const strangers = Array.from({ length: 101 }, () => randomUUID());
  for (const version of strangers) await putBytes(version);
  expect(await checkFiles(parts(), later())).toMatchObject({ unknown: 101, removed: 0 });
  expect(lines.join()).toContain('nothing of it was removed');
  expect(await store.has(blobKey(strangers[0] ?? ''))).toBe(true);
});

it('takes neither a file that appears while it looks for lost nor one that is deleted meanwhile', async () => {
  const [stored, deleted] = [randomUUID(), randomUUID()];
  const racing: ObjectStore = {
    ...store,
    async *list() {
      // The list was read; now somebody finishes an upload, and somebody deletes a file.
      await putBytes(stored);
      await putRow(stored);
      await putRow(deleted);
      yield* [];
    },
    async has(key) {
      if (key === blobKey(deleted)) {
        await db.database.exec(
          `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects where version = '${deleted}'; commit`,
        );
      }
      return store.has(key);
    },
  };
  expect(await checkFiles(parts(racing))).toMatchObject({ files: 2, lost: 0 });
});

it('leaves what it would remove to the next time while a backup is made', async () => {
  const stranger = randomUUID();
  await putBytes(stranger);
  const held: ObjectStore = { ...store, delete: () => Promise.reject(new ObjectsHeldError()) };
  expect(await checkFiles(parts(held), later())).toMatchObject({ unknown: 1, removed: 0 });
  expect(await checkFiles(parts(), later())).toMatchObject({ unknown: 1, removed: 1 });
});
