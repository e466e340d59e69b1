import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, desk, fresh, openStorage, url } from './storage-client.ts';

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

it('what nobody waits for any more is not read on, and the next picture is made', async () => {
  const path = fresh(ann, 'png');
  const own = fresh(bob, 'png');
  const bytes = await makePicture({ width: 40, height: 30 });
  for (const [person, name] of [[ann, path] as const, [bob, own] as const]) {
    expect((await desk(world, person).upload(name, bytes)).error).toBeNull();
  }
  const small = (person: Person, name: string, signal?: AbortSignal) =>
    fetch(url(world, `/render/image/authenticated/desk/${name}?width=20`), {
      headers: bearer(person),
      ...(signal && { signal }),
    });
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
