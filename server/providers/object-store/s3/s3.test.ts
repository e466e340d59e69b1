import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DiskFullError } from '#server/lib/disk-space.ts';
import { type S3Fault, type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { type S3Server, startS3Server } from '#tests/engines/s3-server.ts';
import { ObjectStoreError } from '../object-store.ts';
import { objectStoreContract, replacementContract } from '../object-store-contract.ts';
import { createS3Store, type S3Store, type S3StoreOptions } from './s3.ts';

const MB = 1024 * 1024;
/** Milliseconds: for a machine that is busy, and for tests in which the store is silent. */
const [PATIENT, IMPATIENT] = [2_000, 300];

let folder: string;
let simulator: S3Simulator;
let other: S3Server;
const opened: S3Store[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-s3-store-'));
  [simulator, other] = await Promise.all([startS3Simulator(), startS3Server()]);
});
afterEach(() => {
  simulator.setFault('none');
  simulator.setClock(0);
});
afterAll(async () => {
  for (const store of opened) store.close();
  await Promise.all([simulator.close(), other.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function open(changes: Partial<S3StoreOptions> = {}): Promise<S3Store> {
  const store = await createS3Store({
    endpoint: simulator.url,
    region: simulator.account.region,
    bucket: simulator.bucket,
    prefix: 'of errand/',
    pathStyle: true,
    credentials: simulator.account,
    incoming: join(folder, 'incoming'),
    silence: PATIENT,
    ...changes,
  });
  opened.push(store);
  return store;
}
const openOther = (): Promise<S3Store> =>
  open({
    endpoint: other.url,
    region: other.account.region,
    bucket: other.bucket,
    credentials: other.account,
    silence: 4_000,
  });

objectStoreContract('S3', () => open());
replacementContract('S3', () => open());
objectStoreContract('another S3 server', openOther);

const newKey = (): string => `ab/${randomUUID()}`;
const put = (store: S3Store, key: string, bytes: Buffer, signal?: AbortSignal) =>
  store.put(key, ReadableStream.from([new Uint8Array(bytes)]), {
    maxBytes: 100 * MB,
    ...(signal && { signal }),
  });
async function read(store: S3Store, key: string): Promise<Buffer | null> {
  const body = await store.get(key);
  return body && (await buffer(body));
}
const received = (): Promise<string[]> => readdir(join(folder, 'incoming'));

it.each([
  ['the simulator', () => open()],
  ['another S3 server', openOther],
])('sends a large object in parts, exactly as it was: %s', async (_name, make) => {
  const store = await make();
  const bytes = randomBytes(33 * MB);
  await put(store, 'large/one', bytes);
  expect((await read(store, 'large/one'))?.equals(bytes)).toBe(true);
  await put(store, 'large/two', bytes.subarray(0, 16 * MB));
  expect((await read(store, 'large/two'))?.length).toBe(16 * MB);
});

it('keeps its objects below its prefix', async () => {
  const store = await open({ prefix: 'elsewhere/' });
  await put(store, 'ab/mine', Buffer.from('x'));
  expect(simulator.keys()).toContain('elsewhere/ab/mine');
  expect(await read(await open(), 'ab/mine')).toBeNull();
});

describe('a store that fails', () => {
  it.each<[S3Fault, 'unreachable' | 'refused']>([
    ['busy', 'unreachable'],
    ['broken', 'unreachable'],
    ['down', 'unreachable'],
    ['hangs', 'unreachable'],
    ['forbidden', 'refused'],
  ])('%s: each request ends with an error that says so, and a put leaves nothing', async (fault, kind) => {
    const store = await open({ silence: fault === 'hangs' ? IMPATIENT : PATIENT });
    const key = newKey();
    simulator.setFault(fault);
    const failed = { name: 'ObjectStoreError', kind };
    await expect(put(store, key, Buffer.from('x'))).rejects.toMatchObject(failed);
    await expect(put(store, key, randomBytes(17 * MB))).rejects.toMatchObject(failed);
    await expect(store.get(key)).rejects.toMatchObject(failed);
    await expect(store.delete(key)).rejects.toMatchObject(failed);
    await expect(store.probe()).rejects.toMatchObject(failed);
    expect(await received()).toEqual([]);
    simulator.setFault('none');
    expect(await read(store, key)).toBeNull();
    await put(store, key, Buffer.from('x'));
    expect(await read(store, key)).toEqual(Buffer.from('x'));
  });

  it('is asked three times at most, and only once if it refuses', async () => {
    const store = await open();
    const asked = async (fault: S3Fault): Promise<number> => {
      simulator.setFault(fault);
      const before = simulator.requests();
      await store.get('ab/none').catch(() => {});
      return simulator.requests() - before;
    };
    expect(await asked('busy')).toBe(3);
    expect(await asked('forbidden')).toBe(1);
  });

  it('may be half up without anyone noticing', async () => {
    const store = await open();
    simulator.setFault('half up');
    const bytes = randomBytes(20 * MB);
    await put(store, 'half/up', bytes);
    expect((await read(store, 'half/up'))?.equals(bytes)).toBe(true);
    await store.delete('half/up');
    expect(await read(store, 'half/up')).toBeNull();
  });

  it('is full: nothing is stored, no part stays, and reading works', async () => {
    const store = await open();
    await put(store, 'full/kept', Buffer.from('kept'));
    simulator.setFault('full');
    await expect(put(store, 'full/small', Buffer.from('x'))).rejects.toBeInstanceOf(DiskFullError);
    await expect(put(store, 'full/large', randomBytes(17 * MB))).rejects.toBeInstanceOf(DiskFullError);
    expect(await read(store, 'full/kept')).toEqual(Buffer.from('kept'));
    expect(simulator.keys().filter((key) => key.includes('full/'))).toEqual(['of errand/full/kept']);
    expect(simulator.unfinished()).toEqual([]);
  });

  it('damages what it gets: nothing is stored', async () => {
    const store = await open();
    simulator.setFault('damages');
    await expect(put(store, 'damaged/small', Buffer.from('some bytes'))).rejects.toThrow('BadDigest');
    simulator.setFault('none');
    expect(await read(store, 'damaged/small')).toBeNull();
  });

  it.each<S3Fault>(['cuts', 'falls silent'])(
    '%s in the middle of an object: never read as whole',
    async (fault) => {
      const store = await open({ silence: fault === 'falls silent' ? IMPATIENT : PATIENT });
      await put(store, `middle/${fault.length}`, randomBytes(MB));
      simulator.setFault(fault);
      await expect(read(store, `middle/${fault.length}`)).rejects.toThrow();
    },
  );

  it('has a clock of its own: twenty minutes ahead or behind', async () => {
    for (const minutes of [20, -20]) {
      simulator.setClock(minutes);
      const store = await open();
      await put(store, 'clock/skewed', Buffer.from('x'));
      expect(await read(store, 'clock/skewed')).toEqual(Buffer.from('x'));
    }
  });
});

it('does not end a slow reader, however long the pauses are', async () => {
  const store = await open({ silence: IMPATIENT });
  const bytes = randomBytes(8 * MB);
  await put(await open(), 'slow/reader', bytes);
  const parts: Uint8Array[] = [];
  for await (const part of (await store.get('slow/reader')) ?? []) {
    parts.push(part);
    if (parts.length <= 3) await sleep(IMPATIENT * 3);
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});

it('aborts the parts of an upload that is stopped', async () => {
  const store = await open();
  const stop = new AbortController();
  simulator.setFault('none');
  const stopped = put(store, 'stopped/upload', randomBytes(40 * MB), stop.signal);
  while (!simulator.unfinished().some(({ parts }) => parts > 0)) await sleep(5);
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  expect(simulator.unfinished()).toEqual([]);
  expect(await read(store, 'stopped/upload')).toBeNull();
});

it.each([
  [
    'an unknown key',
    { credentials: { accessKeyId: 'AKIDNOBODY', secretAccessKey: 'x' } },
    'InvalidAccessKeyId',
  ],
  [
    'a wrong secret',
    { credentials: { accessKeyId: 'AKIDSIMULATOR', secretAccessKey: 'hunter2' } },
    'SignatureDoesNotMatch',
  ],
  ['a missing bucket', { bucket: 'no-such-bucket' }, 'NoSuchBucket'],
  ['another region', { region: 'us-west-2' }, 'AuthorizationHeaderMalformed'],
])('names the mistake in its settings, and no secret: %s', async (_name, changes, code) => {
  const store = await open(changes);
  const error: unknown = await store.probe().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ObjectStoreError);
  expect(error).toMatchObject({ kind: 'refused' });
  expect(String(error)).toContain(code);
  expect(JSON.stringify(error) + String(error)).not.toMatch(/hunter2|AKID/);
});
