import { ReadableStream } from 'node:stream/web';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, desk, fresh, json, openStorage, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;
/** While true, what is read begins and never ends. */
let isStuck = false;
let begun = 0;
let cancelled = 0;

beforeAll(async () => {
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        begun += 1;
        controller.enqueue(new Uint8Array(10));
      },
      cancel() {
        cancelled += 1;
      },
    });
  ({ world, ann, bob } = await openStorage((store) => ({
    ...store,
    get: async (key, range) => (isStuck ? endless() : store.get(key, range)),
  })));
});
afterAll(() => world.close());

afterEach(() => {
  isStuck = false;
});

const small = (person: Person, name: string, signal?: AbortSignal) =>
  fetch(url(world, `/render/image/authenticated/desk/${name}?width=20`), {
    headers: bearer(person),
    ...(signal && { signal }),
  });

async function pictureOf(person: Person): Promise<string> {
  const path = fresh(person, 'png');
  const bytes = await makePicture({ width: 40, height: 30 });
  expect((await desk(world, person).upload(path, bytes)).error).toBeNull();
  return path;
}

it('what nobody waits for any more is not read on, and the next picture is made', async () => {
  const [path, own] = [await pictureOf(ann), await pictureOf(bob)];
  begun = 0;
  cancelled = 0;
  isStuck = true;
  const reader = new AbortController();
  const stuck = small(ann, path, reader.signal);
  await expect.poll(() => begun).toBe(1);
  isStuck = false;
  const next = small(bob, own);
  reader.abort();
  await expect(stuck).rejects.toThrow();
  expect((await next).status).toBe(200);
  await expect.poll(() => cancelled).toBe(1);
});

/** What the room waits for a store, in milliseconds. */
const READING = 10_000;

it('a picture that the store does not hand out in time is refused with 504, and the next one is made', async () => {
  const path = await pictureOf(ann);
  const wait = setTimeout;
  const waits: unknown[] = [];
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number, ...values: []) => {
    waits.push(ms);
    return wait(act, ms === READING ? 200 : ms, ...values);
  });
  isStuck = true;
  const late = await small(ann, path);
  expect([late.status, await json(late)]).toMatchObject([504, { statusCode: '504' }]);
  expect(waits).toContain(READING);
  vi.unstubAllGlobals();
  isStuck = false;
  expect((await small(ann, path)).status).toBe(200);
});
