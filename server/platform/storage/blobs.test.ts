import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { ObjectStore } from '#server/providers/object-store/object-store.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createMemoryStore } from '#tests/engines/disks/memory-files.ts';
import { blobKey, newVersion, sweepBlobs } from './blobs.ts';
import { createLinks } from './links/links.ts';
import { createPictureWork } from './render/picture-work.ts';
import { DEFAULT_LIMITS, type StorageParts } from './storage-parts.ts';

let db: TestDatabase;
let parts: StorageParts;
const kept = new Map<string, Buffer>();
let isBroken = false;

const store: ObjectStore = {
  ...createMemoryStore(),
  async put(key, body) {
    kept.set(key, await buffer(body));
    return { size: 0, md5: '' };
  },
  get: async () => null,
  async delete(key) {
    if (isBroken) throw new Error('the store is down');
    kept.delete(key);
  },
};

beforeAll(async () => {
  db = await testDatabase();
  parts = {
    database: db.database,
    objectStore: store,
    liveSessions: { hasEnded: () => false, catchUp: () => null, onEnd: () => () => {} },
    links: createLinks(new Uint8Array(32)),
    pictures: createPictureWork(),
    limits: DEFAULT_LIMITS,
    log: silentLog,
    inTurn: (_person, work) => work(),
  };
});
afterAll(() => db.close());

/** Stores the bytes of a version without a row, as in the middle of an upload. */
async function stored(): Promise<string> {
  const version = await newVersion(parts);
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  await store.put(blobKey(version), body, { maxBytes: 1 });
  return version;
}

const makeOld = (version: string) =>
  db.database.query(
    `update storage.loose_blobs set since = now() - interval '61 minutes' where version = $1`,
    [version],
  );
const loose = async () =>
  (await db.database.query<{ version: string }>('select version from storage.loose_blobs')).map(
    ({ version }) => version,
  );
const setRow = (name: string, version: string) =>
  db.database.query(
    `insert into storage.objects (bucket_id, name, version) values ('ai-outputs', $1, $2)
     on conflict (bucket_id, name) do update set version = excluded.version`,
    [name, version],
  );

it('sweeps what a killed upload left, but neither uploads in progress nor referenced versions', async () => {
  const [killed, underWay, held] = [await stored(), await stored(), await stored()];
  await makeOld(killed);
  await makeOld(held);
  await setRow('held', held);
  await sweepBlobs(parts);
  expect([...kept.keys()]).toEqual([underWay, held].map(blobKey));
  expect(await loose()).toEqual([underWay]);
});

it('sweeps versions replaced or deleted by SQL, after an hour', async () => {
  const [first, second] = [await stored(), await stored()];
  await setRow('changing', first);
  await setRow('changing', second);
  expect(await loose()).toContain(first);
  await db.database.exec(
    `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects; commit`,
  );
  expect(await loose()).toEqual(expect.arrayContaining([first, second]));
  await sweepBlobs(parts);
  expect(kept.has(blobKey(second))).toBe(true);
  for (const version of [first, second]) await makeOld(version);
  await sweepBlobs(parts);
  expect([kept.has(blobKey(first)), kept.has(blobKey(second))]).toEqual([false, false]);
});

it('keeps the record while the store is down, and retries', async () => {
  const version = await stored();
  await makeOld(version);
  isBroken = true;
  await sweepBlobs(parts);
  expect(await loose()).toContain(version);
  isBroken = false;
  await sweepBlobs(parts);
  expect(await loose()).not.toContain(version);
});
