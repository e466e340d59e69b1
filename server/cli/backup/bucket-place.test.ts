import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Fault, type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { type Config, readConfig } from '../../config.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { openS3Folder, type S3Folder } from '../../providers/object-store/s3/folder.ts';
import type { RetryOptions } from '../../providers/object-store/s3/with-retries.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

/** Milliseconds: for a machine that is busy, and for a store that is silent. */
const [PATIENCE, IMPATIENCE] = [{ silence: 30_000, attempts: 2 }, { silence: 500 }];
/** Enough for something to happen in the middle of a backup. */
const MANY = 60;

const FILES: Readonly<Record<string, string>> = {
  'keys.json': '{"secret":"kept"}',
  'my notes (ü) & more.txt': 'an operator may have put this here',
  'database/PG_VERSION': '18\n',
  'database/global/pg_control': 'where it begins',
  'database/pg_wal/000000010000000000000001': 'what was done',
  'database/base/1/1259': 'x'.repeat(200_000),
  ...Object.fromEntries(
    Array.from({ length: MANY }, (_, at) => [`objects/files/u1/f${at}`, `picture ${at}`]),
  ),
};

let home: string;
let s3: S3Simulator;
let config: Config;
let elsewhere: Config;
let bucket: S3Folder;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-backup-s3-'));
  s3 = await startS3Simulator();
  config = readConfig({ DATA_DIR: join(home, 'data'), PORT: '1' });
  elsewhere = readConfig({ DATA_DIR: join(home, 'elsewhere') });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(config.dataDir, path, '..'), { recursive: true });
    writeFileSync(join(config.dataDir, path), text);
  }
  mkdirSync(join(config.dataDir, 'database/pg_notify'));
  bucket = await openS3Folder({ ...placeOf('monday'), credentials: s3.account });
});
afterEach(async () => {
  bucket.close();
  await s3.close();
  rmSync(home, { recursive: true });
});

const addressOf = (folder: string): string => storageUrlOf(s3, folder);
const save = (folder = addressOf('monday')) => backUp(config, { folder }, PATIENCE);
const load = (patience: RetryOptions = PATIENCE) =>
  restore(elsewhere, { folder: addressOf('monday'), erased: 'none' }, patience);

const refused = async (act: Promise<unknown>): Promise<string> => {
  const error: unknown = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  const message = error instanceof OperatorError ? error.message : '';
  expect(message).not.toContain('secret of');
  return message;
};

/** Lets something happen when some files are in the bucket. */
async function inTheMiddle(act: () => unknown): Promise<void> {
  while (s3.keys().length < 10) await nextTurn();
  await act();
}

it('has the names of one on the disk, and restores every file and every folder', async () => {
  expect(await save()).toEqual({
    backup: expect.stringMatching(/^s3:\/\/127[^@]*\/errand-files\/monday$/),
    files: Object.keys(FILES).length,
    bytes: Object.values(FILES).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  });
  const names = ['backup.json', ...Object.keys(FILES).map((path) => `data/${path}`)];
  expect(s3.keys().toSorted()).toEqual(names.map((name) => `monday/${name}`).toSorted());
  rmSync(config.dataDir, { recursive: true });
  await load();
  for (const [path, text] of Object.entries(FILES)) {
    expect(readFileSync(join(elsewhere.dataDir, path), 'utf8')).toBe(text);
  }
  expect(readdirSync(join(elsewhere.dataDir, 'database/pg_notify'))).toEqual([]);
});

it('needs no key of its own at the host of STORAGE_URL, and copies the files in there', async () => {
  const env = { DATA_DIR: config.dataDir, PORT: '1', STORAGE_URL: addressOf('files') };
  const files = await openS3Folder({ ...placeOf('files'), credentials: s3.account });
  await files.put('ab/one', [Buffer.from('a picture in a bucket')]);
  files.close();
  const address = `s3://${new URL(s3.url).host}/${s3.bucket}/monday?tls=off`;
  await backUp(readConfig(env), { folder: address }, PATIENCE);
  await load();
  const restored = join(elsewhere.dataDir, 'objects/files/ab/one');
  expect(readFileSync(restored, 'utf8')).toBe('a picture in a bucket');
  expect(await refused(backUp(readConfig(env), { folder: addressOf('files/monday') }, PATIENCE))).toMatch(
    /files\/monday is among the files in s3:\S+\/files\./,
  );
});

const placeOf = (folder: string) => ({
  endpoint: s3.url,
  bucket: s3.bucket,
  region: s3.account.region,
  prefix: `${folder}/`,
  pathStyle: true,
});

describe('a place', () => {
  it('must be empty', async () => {
    await save();
    expect(await refused(save())).toContain('already has a backup');
    await bucket.delete('backup.json');
    expect(await refused(save())).toContain("isn't empty");
    expect(s3.keys()).toHaveLength(Object.keys(FILES).length);
  });

  it('is taken by one backup, if two begin at once', async () => {
    const both = await Promise.allSettled([save(), save()]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    expect(s3.keys().filter((key) => key.includes('unfinished'))).toEqual([]);
    if (both.every(({ status }) => status === 'rejected')) await save();
    await load();
  });

  it.each<[string, () => string, RegExp]>([
    ['a bucket that is missing', () => addressOf('monday').replace('errand-files', 'other'), /NoSuchBucket/],
    ['a wrong key', () => addressOf('monday').replace('AKID', 'AKIE'), /InvalidAccessKeyId/],
    ['no bucket', () => 's3://monday', /must be s3:\/\/HOST\/BUCKET/],
  ])('is refused in a sentence: %s', async (_name, address, message) => {
    expect(await refused(save(address()))).toMatch(message);
    expect(s3.keys()).toEqual([]);
  });
});

describe('a store that fails in the middle', () => {
  it.each<[S3Fault, RegExp]>([
    ['down', /no answer from the object store/],
    ['forbidden', /answered 403 AccessDenied/],
    ['broken', /answered 500 InternalError/],
  ])('%s: no backup was made, and what is there is none', async (fault, message) => {
    const saving = refused(save());
    await inTheMiddle(() => s3.setFault(fault));
    const said = await saving;
    expect(said).toMatch(message);
    expect(said).toMatch(/monday.*No backup was made\. What was sent is still there.*remove s3:/);
    s3.setFault('none');
    expect(s3.keys()).not.toContain('monday/backup.json');
    expect(await refused(load())).toContain('No backup found in s3:');
    expect(await refused(save())).toContain('or that broke off');
  });

  it('full: what was sent is removed, and the place can be used again', async () => {
    const saving = refused(save());
    await inTheMiddle(() => s3.setFault('full'));
    expect(await saving).toMatch(/monday is full: .*QuotaExceeded\. No backup was made\.$/);
    expect(s3.keys()).toEqual([]);
    s3.setFault('none');
    await save();
    await load();
  });

  it('down for a moment: waited for', async () => {
    const saving = save();
    await inTheMiddle(() => s3.setFault('down'));
    const before = s3.requests();
    while (s3.requests() < before + 3) await nextTurn();
    s3.setFault('none');
    await saving;
    await load();
    expect(existsSync(join(elsewhere.dataDir, 'objects/files/u1/f0'))).toBe(true);
  });

  it('loses what it has confirmed: no backup was made', async () => {
    const saving = refused(save());
    await inTheMiddle(() => bucket.delete('data/database/PG_VERSION'));
    expect(await saving).toMatch(/has confirmed database\/PG_VERSION, but doesn't have it\. No backup/);
    expect(s3.keys()).toEqual([]);
  });
});

describe('a restore from a bucket', () => {
  beforeEach(() => save());
  const write = (name: string, text: string) => bucket.put(name, [Buffer.from(text)]);

  it.each<[string, () => unknown, string]>([
    ['a changed file', () => write('data/keys.json', '{"secret":"KEPT"}'), 'has been changed or damaged'],
    ['a longer file', () => write('data/keys.json', '{"secret":"kept"} '), 'has been changed or damaged'],
    ['a file missing', () => bucket.delete('data/database/PG_VERSION'), 'is missing'],
    ['a list cut off', () => write('backup.json', '{"format": 1'), 'has been changed or damaged'],
    ['no list', () => bucket.delete('backup.json'), 'No backup found in s3:'],
    ['a store that forbids it', () => s3.setFault('forbidden'), 'answered 403 AccessDenied'],
    ['a store that breaks off', () => s3.setFault('cuts'), 'broke off in the middle'],
  ])('refuses %s, and leaves nothing', async (_case, damage, message) => {
    await damage();
    expect(await refused(load())).toContain(message);
    expect(existsSync(elsewhere.dataDir)).toBe(false);
  });

  it('refuses a store that falls silent, and leaves nothing', async () => {
    s3.setFault('falls silent');
    expect(await refused(load(IMPATIENCE))).toContain('fell silent in the middle');
    expect(existsSync(elsewhere.dataDir)).toBe(false);
  });
});
