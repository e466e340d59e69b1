import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makeFilm, makePng, unfoldingChunk } from '#tests/bombs/make-bombs.ts';
import { childrenOf } from '#tests/fixtures/children-of.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { someOf } from '#tests/long-run.ts';
import { StorageError } from '../storage-error.ts';
import { createPictureWork, type Picture, type PictureWorkOptions } from './picture-work.ts';
import type { Transformation } from './transformation.ts';

let work = createPictureWork();
afterEach(() => work.stop());

function start(options: PictureWorkOptions = {}): void {
  work = createPictureWork(options);
}

function transform(
  bytes: Uint8Array,
  transformation: Transformation = { width: 50 },
  signal = new AbortController().signal,
  by = work,
) {
  const job = async () => ({ bytes, transformation, format: transformation.format ?? ('origin' as const) });
  return by.transform({ person: 'ann', signal, job });
}

/** In one process, one picture after the other. */
function inOneProcess(): (bytes: Uint8Array) => Promise<Picture> {
  const shared = createPictureWork();
  afterAll(() => shared.stop());
  return (bytes) => transform(bytes, undefined, undefined, shared);
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345678' }, limitInputPixels: false });

describe('an invalid image', () => {
  const transformNext = inOneProcess();
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`);
  const cut = async () => {
    const whole = await makePicture({ width: 300, height: 300, format: 'jpeg' });
    return whole.subarray(0, Math.floor(whole.length / 2));
  };
  const behindSign = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1');
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', () => Buffer.alloc(1_000)],
    ['text', () => Buffer.from('hello')],
    ['a page', () => Buffer.from('<html><script>x()</script>')],
    ['a drawing', () => svg('<rect width="9" height="9"/>')],
    ['a drawing that names a file', () => svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
    ['a drawing behind a mark of byte order', () => Buffer.concat([Buffer.from('\ufeff'), svg('')])],
    ['a pressed drawing', () => deflateSync(svg(''))],
    ['a PDF', () => makePdf(['words'])],
    ['a TIFF', () => flat(9, 9).tiff().toBuffer()],
    ['raw pixels', () => flat(9, 9).raw().toBuffer()],
    ['a picture in text', () => Buffer.from('P3 1 1 255 0 0 0')],
    [
      'a program for ImageMagick',
      () => Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/"'),
    ],
    ['a page that begins like a PNG', () => behindSign('<html>')],
    ['a GIF of its sign alone', () => Buffer.from('GIF89a')],
    ['a JPEG of its sign alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a WebP of its sign alone', () => Buffer.from('RIFF\u0004\0\0\0WEBP', 'latin1')],
    ['an AVIF of its sign alone', () => Buffer.from('\0\0\0\u001cftypavif\0\0\0\0avifmif1miaf', 'latin1')],
    ['a JPEG that ends too early', cut],
    ['a PNG that ends too early', () => makePng(6_000, 6_000)],
    ['a PNG of no pixels', () => makePng(0, 0)],
  ])('(%s) is refused, and the next picture is made', async (_what, make) => {
    await expect(transformNext(await make())).rejects.toMatchObject({ statusCode: 422 });
    await expect(transformNext(await makePicture())).resolves.toMatchObject({ type: 'image/png' });
  });
});

describe('a malicious image', () => {
  const transformNext = inOneProcess();
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['14,000 by 14,000', () => makePng(14_000, 14_000)],
    ['30,000 by 30,000', () => makePng(30_000, 30_000)],
    ['as large as a PNG can say', () => makePng(2 ** 31 - 1, 2 ** 31 - 1)],
    ['40,000,001 in one line', () => makePng(40_000_001, 1)],
  ])('(%s) is refused by its head', async (_what, make) => {
    await expect(transformNext(await make())).rejects.toThrow(
      /more than 40 million pixels|Only whole pictures/,
    );
  });

  const heavy: [string, () => Buffer | Promise<Buffer>][] = [
    ['10,000 frames', () => makeFilm(10_000)],
    ['a note of 500 MB', () => makePng(10, 10, [unfoldingChunk('zTXt', 500_000_000)])],
    ['a profile of 500 MB', () => makePng(10, 10, [unfoldingChunk('iCCP', 500_000_000)])],
    [
      '39 million pixels that are read from the first to the last',
      () => flat(6_200, 6_200).png({ progressive: true }).toBuffer(),
    ],
    [
      '39 million pixels of a camera held upright',
      () => flat(6_200, 6_200).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    ],
    [
      '39 million pixels without loss',
      () => flat(6_200, 6_200).webp({ lossless: true, effort: 0 }).toBuffer(),
    ],
  ];
  it.each(someOf(heavy, 2))(
    '(%s) ends well or is refused, and never takes the server with it',
    async (_what, make) => {
      start();
      const outcome = await transform(await make()).then(
        ({ type }) => type,
        (error: unknown) => error,
      );
      if (typeof outcome !== 'string') expect(outcome).toMatchObject({ statusCode: 422 });
      await expect(transform(await makePicture())).resolves.toMatchObject({ type: 'image/png' });
    },
  );

  it('is stopped at its time and memory limits, or on disconnect, and the next one is processed', async () => {
    const large = await flat(5_000, 5_000).png().toBuffer();
    start({ limit: 30 });
    await expect(transform(large, { format: 'avif' })).rejects.toThrow('too much time or memory');
    work.stop();
    start({ memory: 1024 * 1024 });
    await expect(transform(large, { format: 'avif' })).rejects.toThrow('too much time or memory');
    work.stop();
    start();
    const reader = new AbortController();
    const gone = transform(large, { format: 'avif' }, reader.signal);
    setTimeout(() => reader.abort(), 100);
    await expect(gone).rejects.toThrow('hung up');
    await expect(transform(await makePicture())).resolves.toMatchObject({ type: 'image/png' });
  });
});

it('rejects requests that waited too long, and too many of one person', async () => {
  const picture = await makePicture();
  // The process takes longer to start.
  start({ patience: 50 });
  const waiting = Array.from({ length: 110 }, () => transform(picture));
  const outcomes = await Promise.allSettled(waiting);
  const refusals = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes[0]?.status).toBe('fulfilled');
  expect(refusals.length).toBeGreaterThan(100);
  for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { statusCode: 429 } });
});

// Only Linux tells the children of a process.
it.skipIf(process.platform !== 'linux')('one process handles all images, and ends when idle', async () => {
  start({ idle: 1_000 });
  const picture = await makePicture();
  const children = () => childrenOf(process.pid, /render\/child\/main\.ts/);
  const during = await Promise.all(Array.from({ length: 5 }, () => transform(picture).then(children)));
  expect(new Set(during.flat()).size).toBe(1);
  await expect.poll(children).toEqual([]);
  await expect(transform(picture)).resolves.toMatchObject({ type: 'image/png' });
});

it('a process that cannot start is reported as a failure of the server with its reason, not of the image', async () => {
  start({ program: join(import.meta.dirname, '../../../../tests/programs/rows.ts') });
  const failure: unknown = await transform(await makePicture()).catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(StorageError);
  expect(failure).toMatchObject({
    message: 'the process that transforms pictures did not start',
    cause: { message: expect.stringMatching(/ended with 1: .*ERR_ACCESS_DENIED/s) },
  });
});

it('images are processed if node_modules is a link', async () => {
  const root = await mkdtemp(join(tmpdir(), 'errand-linked-'));
  const own = join(import.meta.dirname, '../../../..');
  for (const part of ['package.json', 'server/lib', 'server/platform/storage/render']) {
    await cp(join(own, part), join(root, part), { recursive: true });
  }
  await symlink(await realpath(join(own, 'node_modules')), join(root, 'node_modules'));
  const script = `
    import { createPictureChild } from './server/platform/storage/render/picture-child.ts';
    const child = createPictureChild({ limit: 30_000, memory: 2 ** 28, idle: 1_000 });
    const job = { bytes: Buffer.from(process.argv[1], 'base64'), transformation: { width: 5 }, format: 'webp' };
    console.log(await child.run(job, new AbortController().signal));
    child.stop();`;
  const picture = (await makePicture()).toString('base64');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, picture],
    { cwd: root },
  );
  expect(stdout).toContain("type: 'image/webp'");
  await rm(root, { recursive: true });
});

it('a store that never answers holds the slot only for the read timeout, and is aborted then', async () => {
  const picture = await makePicture();
  start({ reading: 50 });
  let told: AbortSignal | undefined;
  const stuck = work.transform({
    person: 'bob',
    signal: new AbortController().signal,
    job: (signal) => {
      told = signal;
      return new Promise(() => {});
    },
  });
  const next = transform(picture);
  await expect(stuck).rejects.toMatchObject({ statusCode: 504, message: expect.stringMatching(/in time/) });
  expect(told?.aborted).toBe(true);
  await expect(next).resolves.toMatchObject({ type: 'image/png' });
});

it('a client that disconnects while the store does not answer frees the slot at once', async () => {
  start();
  const reader = new AbortController();
  const stuck = work.transform({ person: 'bob', signal: reader.signal, job: () => new Promise(() => {}) });
  const next = transform(await makePicture());
  reader.abort();
  await expect(stuck).rejects.toThrow('hung up');
  await expect(next).resolves.toMatchObject({ type: 'image/png' });
});
