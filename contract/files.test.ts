import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, codeOf, desk, url } from './storage-client.ts';

const TEN_MB = 10 * 1024 * 1024;

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await storageWorld();
  [ann, bob] = [await world.person(), await world.person()];
});
afterAll(() => world.close());

const files = (who: Person | string, bucket = 'task-attachments') => desk(world, who, bucket);
const nameOf = (person: Person, extension = 'csv') =>
  `${person.id}/${randomBytes(16).toString('base64url')}.${extension}`;

describe('the name of an attachment', () => {
  it.each([
    ['22 random characters and an extension', (id: string) => `${id}/aaaaaaaaaaaaaaaaaaaaaa.pdf`],
    ['more of them, with - and _', (id: string) => `${id}/${'aB0-_'.repeat(8)}.jpeg`],
  ])('may be %s', async (_what, name) => {
    expect((await files(ann).upload(name(ann.id), 'x')).error).toBeNull();
  });

  it.each([
    ['21 characters', (id: string) => `${id}/${'a'.repeat(21)}.pdf`],
    ['no extension', (id: string) => `${id}/${'a'.repeat(22)}`],
    ['two extensions', (id: string) => `${id}/${'a'.repeat(22)}.tar.gz`],
    ['a folder more', (id: string) => `${id}/x/${'a'.repeat(22)}.pdf`],
    ['no folder', () => `${'a'.repeat(22)}.pdf`],
    ['another character', (id: string) => `${id}/${'a'.repeat(22)}(1).pdf`],
    ['the id in capitals', (id: string) => `${id.toUpperCase()}/${'a'.repeat(22)}.pdf`],
    ['something in front of the id', (id: string) => `x${id}/${'a'.repeat(22)}.pdf`],
  ])('may not have %s', async (_what, name) => {
    const { error } = await files(ann).upload(name(ann.id), 'x');
    expect(error).toMatchObject({ status: 400, statusCode: '403' });
  });

  it("may not be moved or copied out of its form, or into another person's folder", async () => {
    const name = nameOf(ann);
    await files(ann).upload(name, 'x');
    for (const to of [`${ann.id}/short.csv`, nameOf(bob)]) {
      expect((await files(ann).move(name, to)).error).toMatchObject({ statusCode: '403' });
      expect((await files(ann).copy(name, to)).error).toMatchObject({ statusCode: '403' });
    }
    expect((await files(ann).move(name, nameOf(ann))).error).toBeNull();
  });
});

describe('an attachment', () => {
  it("is its owner's alone: others, visitors and the public address find nothing", async () => {
    const name = nameOf(ann);
    await files(ann).upload(name, 'mine');
    expect(await (await files(ann).download(name)).data?.text()).toBe('mine');
    for (const who of [bob, world.anonKey]) {
      expect((await files(who).download(name)).error).not.toBeNull();
      expect((await files(who).createSignedUrl(name, 60)).error).not.toBeNull();
      expect((await files(who).list(ann.id)).data).toEqual([]);
    }
    expect((await files(bob).remove([name])).data).toEqual([]);
    expect((await files(world.anonKey).remove([name])).error).toMatchObject({ statusCode: '403' });
    expect(await codeOf(fetch(files(ann).getPublicUrl(name).data.publicUrl))).toBe('NoSuchBucket');
    expect((await files(world.anonKey).upload(nameOf(bob), 'x')).error).toMatchObject({ statusCode: '403' });
  });

  it('of exactly 10 MB passes and of one byte more is refused, as a form and as bare bytes', async () => {
    for (const body of [
      Buffer.alloc(TEN_MB, 'a'),
      new Blob([new Uint8Array(TEN_MB)], { type: 'text/csv' }),
    ]) {
      expect((await files(ann).upload(nameOf(ann), body)).error).toBeNull();
    }
    const before = await world.files();
    for (const body of [
      Buffer.alloc(TEN_MB + 1, 'a'),
      new Blob([new Uint8Array(TEN_MB + 1)], { type: 'text/csv' }),
    ]) {
      expect((await files(ann).upload(nameOf(ann), body)).error).toMatchObject({
        status: 400,
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      });
    }
    expect(await world.files()).toEqual(before);
  });

  it('is limited to 200 an hour and 1 GB in all', async () => {
    const [busy, full] = [await world.person(), await world.person()];
    const insert = `insert into storage.objects (bucket_id, name, metadata)
      select 'task-attachments', $1 || '/' || lpad(n::text, 22, '0') || '.csv', $2 from generate_series(1, $3::int) n`;
    await world.sql(insert, [busy.id, { size: 1 }, 199]);
    expect((await files(busy).upload(nameOf(busy), 'the 200th')).error).toBeNull();
    expect((await files(busy).upload(nameOf(busy), 'one more')).error).toMatchObject({ statusCode: '403' });
    await world.sql(insert, [full.id, { size: 1024 ** 3 }, 1]);
    expect((await files(full).upload(nameOf(full), 'x')).error).toMatchObject({ statusCode: '403' });
    expect((await files(ann).upload(nameOf(ann), 'x')).error).toBeNull();
  });

  it('is limited also when many arrive at once, or by links that were signed before', async () => {
    const [busy, patient] = [await world.person(), await world.person()];
    const before = (await world.files()).length;
    const fill = `insert into storage.objects (bucket_id, name, metadata)
      select 'task-attachments', $1 || '/' || lpad(n::text, 22, '0') || '.csv', '{"size": 1}' from generate_series(1, 195) n`;
    await world.sql(fill, [busy.id]);
    const uploads = Array.from({ length: 20 }, () => files(busy).upload(nameOf(busy), 'x'));
    const uploaded = (await Promise.all(uploads)).filter(({ error }) => error === null);
    expect(uploaded).toHaveLength(5);

    const signed = await Promise.all(
      Array.from({ length: 10 }, () => files(patient).createSignedUploadUrl(nameOf(patient))),
    );
    await world.sql(fill, [patient.id]);
    const outcomes: unknown[] = [];
    for (const { data } of signed) {
      const { path = '', token = '' } = data ?? {};
      outcomes.push((await files(patient).uploadToSignedUrl(path, token, 'x')).error?.message ?? 'stored');
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('stored'));
    expect(outcomes.slice(5)).toEqual(Array(5).fill(expect.stringContaining('no room for another file')));
    expect(await world.files()).toHaveLength(before + 10);
  });
});

describe('an endless or lying upload', () => {
  const FORM = {
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'multipart/form-data; boundary=b' },
    start: '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\n',
  };

  it.each([
    ['bare bytes without a length', { headers: { 'transfer-encoding': 'chunked' }, start: '' }],
    ['a form without a length', FORM],
    ['bytes that announce too many', { headers: { 'content-length': String(100 * TEN_MB) }, start: '' }],
  ])('of %s is refused, hung up on, and leaves no file', async (_what, { headers, start }) => {
    const before = await world.files();
    const { sent, answer } = await flood(headers, start);
    expect(answer).toContain('"statusCode":"413"');
    // A moment of reading on lets an honest client finish and see the answer.
    expect(sent).toBeLessThan(100 * TEN_MB);
    expect(await world.files()).toEqual(before);
    expect(await world.sql('select * from storage.loose_blobs')).toEqual([]);
  });

  it('that announces less than it sends is cut at what it announced', async () => {
    const name = nameOf(ann);
    await flood({ 'content-length': '10' }, '', name);
    await expect.poll(async () => (await files(ann).info(name)).data?.size).toBe(10);
  });

  it('that breaks off leaves no object and no file', async () => {
    const before = await world.files();
    const name = nameOf(ann);
    const target = new URL(url(world, `/object/task-attachments/${name}`));
    const socket = connect(Number(target.port), target.hostname);
    socket.write(
      `POST ${target.pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\ncontent-length: 1000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(500_000));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await expect.poll(() => world.files()).toEqual(before);
    expect((await files(ann).info(name)).error).not.toBeNull();
    await expect.poll(() => world.sql('select * from storage.loose_blobs')).toEqual([]);
  });

  /** Writes until the server hangs up, or 1 GB is gone. */
  function flood(
    headers: Record<string, string>,
    start: string,
    name = nameOf(ann),
  ): Promise<{ sent: number; answer: string }> {
    const target = new URL(url(world, `/object/task-attachments/${name}`));
    const socket = connect(Number(target.port), target.hostname);
    const isChunked = 'transfer-encoding' in headers;
    let [sent, answer, isOver] = [0, '', false];
    const write = (bytes: Buffer): boolean => {
      sent += bytes.length;
      const head = Buffer.from(`${bytes.length.toString(16)}\r\n`);
      return socket.write(isChunked ? Buffer.concat([head, bytes, Buffer.from('\r\n')]) : bytes);
    };
    const writeOn = (): void => {
      while (!isOver && sent < 100 * TEN_MB) if (!write(Buffer.alloc(64 * 1024, 'a'))) return;
    };
    const lines = Object.entries({ host: 'x', ...bearer(ann), ...headers }).map((entry) => entry.join(': '));
    socket.write(`POST ${target.pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (start !== '') write(Buffer.from(start));
    return new Promise((resolve) => {
      socket.on('drain', writeOn);
      socket.on('data', (bytes: Buffer) => void (answer += bytes.toString()));
      socket.on('error', () => {}); // being hung up on is what this is about
      socket.on('close', () => {
        isOver = true;
        resolve({ sent, answer });
      });
      writeOn();
    });
  }
});

describe('what runs make', () => {
  it('may be read by its owner, and written by the service alone', async () => {
    const name = nameOf(ann, 'png');
    expect((await files(ann, 'ai-outputs').upload(name, 'x')).error).toMatchObject({ statusCode: '403' });
    expect((await files(world.serviceRoleKey, 'ai-outputs').upload(name, 'made')).error).toBeNull();
    expect(await (await files(ann, 'ai-outputs').download(name)).data?.text()).toBe('made');
    expect((await files(bob, 'ai-outputs').download(name)).error).not.toBeNull();
    expect((await files(ann, 'ai-outputs').remove([name])).data).toEqual([]);
    expect((await files(ann, 'ai-outputs').update(name, 'forged')).error).not.toBeNull();
    expect((await files(ann, 'ai-outputs').move(name, nameOf(ann, 'png'))).error).not.toBeNull();
    expect(await (await files(ann, 'ai-outputs').download(name)).data?.text()).toBe('made');
  });
});

describe('an erased account', () => {
  it('leaves no file that a list or a link could show', async () => {
    const leaving = await world.person();
    await world.sql('insert into auth.users (id, email) values ($1, $2)', [
      leaving.id,
      `${randomUUID()}@example.org`,
    ]);
    const [name, kept] = [nameOf(leaving), nameOf(ann)];
    await files(leaving).upload(name, 'x');
    await files(ann).upload(kept, 'x');
    const link = (await files(leaving).createSignedUrl(name, 60)).data?.signedUrl ?? '';
    expect((await fetch(link)).status).toBe(200);
    await world.sql('delete from auth.users where id = $1', [leaving.id]);
    expect(await codeOf(fetch(link))).toBe('NoSuchKey');
    expect((await files(world.serviceRoleKey).list(leaving.id)).data).toEqual([]);
    expect(await world.sql('select count(*)::int as n from storage.loose_blobs')).toEqual([{ n: 1 }]);
    expect((await files(ann).exists(kept)).data).toBe(true);
    await expect(world.sql('delete from storage.objects')).rejects.toThrow('Use the Storage API instead');
  });
});
