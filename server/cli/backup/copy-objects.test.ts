import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { type Config, readConfig } from '../../config.ts';
import { openS3 } from '../../open/files.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

let home: string;
let folder: string;
let s3: S3Simulator;
let config: Config;

const DISK = {
  'keys.json': '{"secret":"kept"}',
  'database/PG_VERSION': '18\n',
  'database/global/pg_control': 'where it begins',
  'database/pg_wal/000000010000000000000001': 'what was done',
  'objects/files/ab/both': 'in both places',
};
const BUCKET = {
  'ab/both': 'in both places',
  'ab/one': 'a picture',
  'cd/two': 'x'.repeat(200_000),
  'cd/none': '',
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-bucket-'));
  folder = join(home, 'backup');
  s3 = await startS3Simulator();
  config = configIn('data');
  for (const [path, text] of Object.entries(DISK)) {
    mkdirSync(join(config.dataDir, path, '..'), { recursive: true });
    writeFileSync(join(config.dataDir, path), text);
  }
  mkdirSync(join(config.dataDir, 'database/pg_notify'));
  if (config.storage.kind !== 's3') throw new Error('the configuration names no bucket');
  const store = await openS3(config.storage, config);
  for (const [key, text] of Object.entries(BUCKET)) {
    const body = ReadableStream.from(text === '' ? [] : [new TextEncoder().encode(text)]);
    await store.put(key, body, { maxBytes: 1_000_000 });
  }
  store.close();
});
afterEach(async () => {
  await s3.close();
  rmSync(home, { recursive: true });
});

const configIn = (name: string): Config =>
  readConfig({
    DATA_DIR: join(home, name),
    PORT: '1',
    STORAGE_URL: storageUrlOf(s3),
    STORAGE_OTHER_URL: 'disk',
  });

it('a backup has the files in the bucket, and restores them beside the database, changing no bucket', async () => {
  const made = await backUp(config, { folder });
  expect(made).toMatchObject({ files: Object.keys(DISK).length + 3 });
  expect(made).not.toHaveProperty('left_out');
  const elsewhere = configIn('elsewhere');
  const before = s3.keys();
  expect(await restore(elsewhere, { folder, erased: 'none' })).toMatchObject({
    next: expect.stringContaining('STORAGE_OTHER_URL=disk'),
  });
  for (const [key, text] of Object.entries(BUCKET)) {
    expect(readFileSync(join(elsewhere.dataDir, 'objects/files', key), 'utf8')).toBe(text);
  }
  expect(s3.keys()).toEqual(before);
});

it('a backup without the bucket says what is missing and what to do', async () => {
  const made = await backUp(config, { folder, withoutBucket: true });
  expect(made).toMatchObject({
    left_out: expect.stringMatching(/^the files in s3:\/\/127\S+\/errand-files\. .*old versions/),
  });
  expect(JSON.stringify(made)).not.toContain('secret');
  expect(existsSync(join(folder, 'data/objects/files/ab/one'))).toBe(false);
  expect(existsSync(join(folder, 'data/objects/files/ab/both'))).toBe(true);
});

it('a backup fails, and leaves no folder, if the bucket can not be read whole', async () => {
  for (const fault of ['forbidden', 'cuts'] as const) {
    s3.setFault(fault);
    await expect(backUp(config, { folder })).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  }
});
