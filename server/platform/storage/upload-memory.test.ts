import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';

const MB = 1024 * 1024;
const UPLOADS = 20;
/** Sent repeatedly, so that the senders hold almost no memory: they share the room's process. */
const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** Blocks everyone before the first byte is stored. */
const store = Promise.withResolvers<void>();
let world: StorageWorld;
let person: Person;

beforeAll(async () => {
  world = await storageWorld({}, (real) => ({
    ...real,
    async put(key, body, options) {
      await store.promise;
      return real.put(key, body, options);
    },
  }));
  person = await world.person();
});
afterAll(() => world.close());

/** Uploads 10 MB, raw or in a form, as fast as it is read. */
function upload(isForm: boolean): { sent: () => number; answer: Promise<string> } {
  const name = `${person.id}/${randomBytes(16).toString('base64url')}.csv`;
  const head = isForm ? '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\n' : '';
  const tail = isForm ? '\r\n--b--\r\n' : '';
  const outgoing = request(`${world.url}/storage/v1/object/task-attachments/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': isForm ? 'multipart/form-data; boundary=b' : 'text/csv',
      'content-length': head.length + 10 * MB + tail.length,
    },
  });
  let sent = 0;
  const writeOn = (): void => {
    while (sent < 10 * MB) {
      sent += CHUNK.length;
      if (!outgoing.write(CHUNK)) return;
    }
    outgoing.end(tail);
  };
  outgoing.write(head);
  outgoing.on('drain', writeOn);
  writeOn();
  return { sent: () => sent, answer: answerOf(outgoing) };
}

const answerOf = (outgoing: ClientRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => resolve(text(response)));
  });

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Memory of this process after garbage collection. */
function held(): number {
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('twenty concurrent uploads that cannot be stored yet use less than 64 MB', async () => {
  const before = held();
  const uploads = Array.from({ length: UPLOADS }, (_upload, at) => upload(at % 2 === 0));
  const sent = (): number => uploads.reduce((sum, each) => sum + each.sent(), 0);
  // Until no sender makes progress: the buffers of room and sockets are full.
  let last = -1;
  await vi.waitFor(
    () => {
      const now = sent();
      const isStill = now === last && now > UPLOADS * CHUNK.length;
      last = now;
      expect(isStill).toBe(true);
    },
    { timeout: 60_000, interval: 1_000 },
  );
  expect(held() - before).toBeLessThan(64 * MB);
  store.resolve();
  const answers = await Promise.all(uploads.map(({ answer }) => answer));
  for (const answer of answers) expect(answer).toContain('task-attachments/');
  expect(await world.files()).toHaveLength(UPLOADS);
  expect(await world.sql('select * from storage.loose_blobs')).toEqual([]);
});
