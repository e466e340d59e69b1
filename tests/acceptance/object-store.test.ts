import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type S3Fault, type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const UNAVAILABLE = 'Files can’t be read or saved at the moment. Please try again in a few minutes.';
const FULL =
  'The server’s disk is full, so nothing was saved. You can still read everything. Please try again later.';

let s3: S3Simulator;
let program: Program;
let person: Person;
let name = 0;

beforeAll(async () => {
  s3 = await startS3Simulator();
  program = await openProgram({ env: { ...UNLIMITED, STORAGE_URL: storageUrlOf(s3, 'of-errand') } });
  person = await signUp(program);
});
afterEach(() => s3.setFault('none'));
afterAll(async () => {
  await program.close();
  await s3.close();
});

const bucket = () => person.client.storage.from('task-attachments');
const newPath = (): string => `${person.id}/${String((name += 1)).padStart(24, 'x')}.txt`;
const upload = (path: string, text: string) =>
  bucket().upload(path, new Blob([text], { type: 'text/plain' }));
const files = (): string[] => s3.keys().filter((key) => !key.endsWith('errand.id'));
const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${program.url}/storage/v1/object/authenticated/task-attachments/${path}`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });
const health = async (): Promise<unknown> => (await fetch(`${program.url}/health/ready`)).json();

it('stores, reads whole and in part, and deletes there, and nothing on the disk', async () => {
  const path = newPath();
  const text = 'a line of text\n'.repeat(300_000);
  expect((await upload(path, text)).error).toBeNull();
  expect(files()).toHaveLength(1);
  expect(files()[0]).toMatch(/^of-errand\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
  const whole = await read(path);
  expect(await whole.text()).toBe(text);
  const part = await read(path, { range: 'bytes=2-5' });
  expect([part.status, await part.text()]).toEqual([206, 'line']);
  expect((await read(path, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await bucket().copy(path, newPath())).error).toBeNull();
  expect(files()).toHaveLength(2);
  expect((await bucket().remove([path])).error).toBeNull();
  expect(files()).toHaveLength(1);
  const folder = join(program.place.dataDir, 'objects');
  const onDisk = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(onDisk.filter((entry) => entry.isFile())).toEqual([]);
});

it.each<[S3Fault, string]>([
  ['hangs', 'unreachable'],
  ['forbidden', 'refused'],
])(
  '%s: requests for files are refused in words, the rest works, and so do files afterwards',
  async (fault, state) => {
    const [kept, dropped, lost] = [newPath(), newPath(), newPath()];
    await upload(kept, 'kept');
    await upload(dropped, 'dropped');
    s3.setFault(fault);
    // At once: each waits until the store is given up.
    const [uploaded, refused, removed] = await Promise.all([
      upload(lost, 'lost'),
      read(kept),
      bucket().remove([dropped]),
    ]);
    expect(uploaded.error).toMatchObject({ message: UNAVAILABLE, status: 503 });
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { statusCode: '503', error: 'service_unavailable', message: UNAVAILABLE, code: 'ServiceUnavailable' },
    ]);
    expect(await health()).toEqual({ status: 'degraded', files: state });
    expect((await person.client.from('tasks').select('id')).error).toBeNull();
    // Its row is gone at once, its bytes with the next sweep.
    expect(removed.error).toBeNull();
    s3.setFault('none');
    await vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }));
    expect((await upload(lost, 'again')).error).toBeNull();
    expect(await (await read(lost)).text()).toBe('again');
  },
);

it('full: nothing is saved, everything is read', async () => {
  const [kept, lost] = [newPath(), newPath()];
  await upload(kept, 'kept');
  s3.setFault('full');
  expect((await upload(lost, 'lost')).error).toMatchObject({ message: FULL, status: 507 });
  expect(await (await read(kept)).text()).toBe('kept');
  expect((await bucket().info(lost)).error).not.toBeNull();
  expect(await health()).toEqual({ status: 'degraded', files: 'full' });
});

it('an object that breaks off is never taken for a whole one', async () => {
  const path = newPath();
  await upload(path, 'x'.repeat(1_000_000));
  s3.setFault('cuts');
  await expect(read(path).then((answer) => answer.text())).rejects.toThrow();
});

it('starts while the store is away, and never names its secret', async () => {
  const path = newPath();
  await upload(path, 'kept');
  await program.server.stop();
  s3.setFault('down');
  await program.start();
  await vi.waitFor(async () => expect(await health()).toEqual({ status: 'degraded', files: 'unreachable' }));
  s3.setFault('none');
  await vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }));
  expect(await (await read(path)).text()).toBe('kept');
  expect(program.server.output()).toContain("the object store doesn't answer");
  expect(program.server.output()).not.toMatch(/a secret of|a%20secret|AKIDSIMULATOR/);
});
