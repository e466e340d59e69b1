import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { type S3Server, startS3Server } from '#tests/engines/s3-server.ts';
import { openS3Folder, type S3Folder } from './folder.ts';

const MB = 1024 * 1024;

let simulator: S3Simulator;
let other: S3Server;
const opened: S3Folder[] = [];

beforeAll(async () => {
  [simulator, other] = await Promise.all([startS3Simulator(), startS3Server()]);
});
afterEach(() => simulator.setFault('none'));
afterAll(async () => {
  for (const folder of opened) folder.close();
  await Promise.all([simulator.close(), other.close()]);
});

async function open(server: S3Simulator | S3Server = simulator): Promise<S3Folder> {
  const { url: endpoint, bucket, account } = server;
  const folder = await openS3Folder(
    { endpoint, bucket, region: account.region, prefix: 'backups/', pathStyle: true, credentials: account },
    { silence: 30_000, attempts: 2 },
  );
  opened.push(folder);
  return folder;
}

const SIZES = [0, 1, 16 * MB - 1, 16 * MB, 16 * MB + 1, 33 * MB];

it.each([
  ['the simulator', () => open()],
  ['another S3 server', () => open(other)],
])('stores streams of any size and name as they were: %s', async (_name, make) => {
  const folder = await make();
  for (const size of SIZES) {
    const bytes = randomBytes(size);
    const name = `data/a table (of ${size}) ü+.jsonl`;
    await folder.put(name, chunksOf(bytes));
    const body = await folder.get(name);
    expect(body && (await buffer(body)).equals(bytes)).toBe(true);
  }
  expect((await sizesIn(folder)).toSorted((a, b) => a - b)).toEqual(SIZES);
  expect(await folder.get('data/none')).toBeNull();
  for await (const { name } of folder.list()) await folder.delete(name);
  expect(await sizesIn(folder)).toEqual([]);
});

async function sizesIn(folder: S3Folder): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { size } of folder.list()) sizes.push(size);
  return sizes;
}

/** Pieces that fit no part. */
function* chunksOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 700_001) yield bytes.subarray(at, at + 700_001);
}

it.each([1, 17, 40])('stores nothing of a stream of %i MB that fails', async (size) => {
  const folder = await open();
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* chunksOf(randomBytes(size * MB));
    throw new Error('no more');
  }
  await expect(folder.put('failing', failing())).rejects.toThrow('no more');
  expect([await folder.get('failing'), simulator.unfinished()]).toEqual([null, []]);
});

it('goes on reading where the store broke off, and gives up when nothing comes', async () => {
  const folder = await open();
  const bytes = randomBytes(3 * MB);
  await folder.put('long', [bytes]);
  simulator.setFault('cuts');
  const read: Uint8Array[] = [];
  for await (const chunk of (await folder.get('long')) ?? []) {
    read.push(chunk);
    simulator.setFault('none');
  }
  expect(Buffer.concat(read).equals(bytes)).toBe(true);

  simulator.setFault('cuts');
  const body = await folder.get('long');
  await expect(body && buffer(body)).rejects.toMatchObject({ name: 'ObjectStoreError', kind: 'unreachable' });
});
