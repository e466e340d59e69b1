import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';

/** Names as the app gives them, at random. */
const FORM = `${'f'.repeat(24)}.csv`;
const BARE = `${'b'.repeat(24)}.csv`;

let world: StorageWorld;
let person: Person;
let puts = 0;

beforeAll(async () => {
  world = await storageWorld({}, (real) => ({
    ...real,
    put(key, body, options) {
      puts += 1;
      return real.put(key, body, options);
    },
  }));
  person = await world.person();
});
afterAll(() => world.close());

const send = (
  name: string,
  {
    body,
    headers = {},
  }: { readonly body: string | FormData; readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> =>
  fetch(`${world.url}/storage/v1/object/task-attachments/${person.id}/${name}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });

function sendForm(name: string, metadata: string): Promise<Response> {
  const body = new FormData();
  body.append('metadata', metadata);
  body.append('', new Blob(['a,b\n'], { type: 'text/csv' }), name);
  return send(name, { body });
}

const sendBare = (name: string, metadata: string): Promise<Response> =>
  send(name, {
    body: 'a,b\n',
    headers: { 'content-type': 'text/csv', 'x-metadata': Buffer.from(metadata).toString('base64') },
  });

async function storedWith(name: string): Promise<unknown> {
  const answer = await fetch(`${world.url}/storage/v1/object/info/task-attachments/${person.id}/${name}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return z.object({ metadata: z.unknown() }).parse(await answer.json()).metadata;
}

it('keeps the metadata of an upload, in any characters that a text holds', async () => {
  const metadata = { note: 'Ünïcödé \ud83d\ude00', 'of the': ['flat', 7, null] };
  expect((await sendForm(FORM, JSON.stringify(metadata))).status).toBe(200);
  expect((await sendBare(BARE, JSON.stringify(metadata))).status).toBe(200);
  expect(await storedWith(FORM)).toEqual(metadata);
  expect(await storedWith(BARE)).toEqual(metadata);
});

it('refuses metadata that is too long to be read, instead of dropping it', async () => {
  const before = puts;
  const answer = await sendForm(FORM, JSON.stringify({ note: 'x'.repeat(70_000) }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('metadata may have up to 65536 bytes');
  expect(puts).toBe(before);
});

it.each([
  ['a zero', '{"note":"a\\u0000b"}'],
  ['a zero in a name', '{"a\\u0000b":1}'],
  ['half of a character', '{"deep":[{"note":"\\ud83d"}]}'],
])('refuses metadata with %s before a byte of the file is stored', async (_what, metadata) => {
  const before = puts;
  for (const sent of [sendForm, sendBare]) {
    const answer = await sent(BARE, metadata);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('metadata holds a character that cannot be stored');
  }
  expect(puts).toBe(before);
});
