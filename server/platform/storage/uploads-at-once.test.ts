import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { UPLOADS_AT_ONCE } from './storage-parts.ts';

let world: StorageWorld;
let puts = 0;

beforeAll(async () => {
  world = await storageWorld({}, (real) => ({
    ...real,
    put(key, body, options) {
      puts += 1;
      return real.put(key, body, options);
    },
  }));
});
afterAll(() => world.close());

interface Begun {
  readonly outgoing: ClientRequest;
  readonly answer: Promise<string>;
}

/** Begins an upload of two bytes with the first. */
function begin({ id, token }: Person): Begun {
  const name = `${id}/${randomBytes(18).toString('base64url')}.csv`;
  const outgoing = request(`${world.url}/storage/v1/object/task-attachments/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': 2 },
  });
  outgoing.write('a');
  const answer = new Promise<string>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => resolve(text(response)));
  });
  return { outgoing, answer };
}

it('one person has few uploads that are not finished; the rest wait, and nobody else does', async () => {
  const [person, other] = [await world.person(), await world.person()];
  const begun = Array.from({ length: UPLOADS_AT_ONCE + 5 }, () => begin(person));
  await vi.waitFor(() => expect(puts).toBe(UPLOADS_AT_ONCE));

  const neighbours = begin(other);
  neighbours.outgoing.end('b');
  expect(await neighbours.answer).toContain('task-attachments');
  expect(puts).toBe(UPLOADS_AT_ONCE + 1);

  for (const { outgoing } of begun) outgoing.end('b');
  for (const { answer } of begun) expect(await answer).toContain('task-attachments');
  expect(puts).toBe(UPLOADS_AT_ONCE + 6);
});
