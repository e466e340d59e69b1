import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawConnection, type RawConnection } from '#tests/fixtures/raw-http.ts';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { desk, fresh, openStorage } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
  await world.script(`
    insert into storage.buckets (id, name, allowed_mime_types) values ('album', 'album', array['image/*']);
    create policy album on storage.objects to authenticated using (bucket_id = 'album') with check (bucket_id = 'album');
  `);
});
afterAll(() => world.close());

const FIVE_MEGABYTES = 'x'.repeat(5_000_000);
const PLAIN = 'text/plain';

interface Sent {
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

function requestOf({ method = 'POST', path, type, body }: Sent, who: Person): string {
  const head = `${method} /storage/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${who.token}\r\n`;
  return `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const FORM = 'multipart/form-data; boundary=edge';

function formOf(content: string, type = PLAIN, field = ''): string {
  const file = `--edge\r\nContent-Disposition: form-data; name=""; filename="f"\r\nContent-Type: ${type}\r\n\r\n`;
  return `${field}${file}${content}\r\n--edge--\r\n`;
}

const METADATA = '--edge\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{no json\r\n';

/** Asks for a list again and again, for longer than a server would wait before it closes the connection. */
async function expectServed(connection: RawConnection): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    connection.write(
      requestOf({ path: '/object/list/desk', type: 'application/json', body: `{"prefix":"${ann.id}"}` }, ann),
    );
    expect((await connection.answer())?.status).toBe(200);
    await sleep(100);
  }
}

async function expectRefused(sent: Sent, code: string): Promise<void> {
  const connection = await openRawConnection(world.url);
  connection.write(requestOf(sent, ann));
  expect((await connection.answer())?.body).toContain(`"code":"${code}"`);
  await expectServed(connection);
  connection.cut();
}

describe('a connection on which an upload was refused serves what is asked next', () => {
  const intoAnothers = (): string => `/object/desk/${fresh(bob)}`;
  const intoOwn = (): string => `/object/desk/${fresh(ann)}`;

  it.concurrent.each<readonly [what: string, sent: () => Sent, code: string]>([
    [
      "bytes for another one's folder",
      () => ({ path: intoAnothers(), type: PLAIN, body: FIVE_MEGABYTES }),
      'AccessDenied',
    ],
    [
      "a form for another one's folder",
      () => ({ path: intoAnothers(), type: FORM, body: formOf(FIVE_MEGABYTES) }),
      'AccessDenied',
    ],
    [
      'a form of a type that is none',
      () => ({ path: intoOwn(), type: FORM, body: formOf(FIVE_MEGABYTES, 'no type') }),
      'InvalidMimeType',
    ],
    [
      'a form with metadata that are none',
      () => ({ path: intoOwn(), type: FORM, body: formOf(FIVE_MEGABYTES, PLAIN, METADATA) }),
      'InvalidRequest',
    ],
  ])('%s', (_what, sent, code) => expectRefused(sent(), code));

  it.concurrent.each([
    ['bytes', PLAIN, FIVE_MEGABYTES],
    ['a form', FORM, formOf(FIVE_MEGABYTES)],
  ])('%s for a signed address', async (_what, type, body) => {
    const path = fresh(ann);
    const { data } = await desk(world, ann, 'album').createSignedUploadUrl(path);
    const signed = `/object/upload/sign/album/${path}?token=${data?.token}`;
    await expectRefused({ method: 'PUT', path: signed, type, body }, 'InvalidMimeType');
  });

  it.concurrent('or the refusal alone, where the rest of the upload never comes', async () => {
    const connection = await openRawConnection(world.url);
    const whole = requestOf({ path: intoAnothers(), type: PLAIN, body: FIVE_MEGABYTES }, ann);
    connection.write(whole.slice(0, 200_000));
    expect((await connection.answer())?.body).toContain('"code":"AccessDenied"');
    connection.cut();
  });
});
