import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { assertNoHalfRestore } from '../../open/unfinished-restore.ts';
import { lockFolder } from '../../platform/db/pglite/folder-lock.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { isMarkedRestored } from '../../product/recovery/restored-mark.ts';
import { backUp } from './back-up.ts';
import { createInFolder } from './folder-place.ts';
import { restore } from './restore.ts';

let home: string;
let config: Config;
let elsewhere: Config;
let folder: string;

const FILES = {
  'keys.json': '{"secret":"kept"}',
  'database/PG_VERSION': '18\n',
  'database/global/pg_control': 'where it begins',
  'database/pg_wal/000000010000000000000001': 'what was done',
  'database/base/1/1259': 'x'.repeat(200_000),
  'objects/files/u1/a': 'a picture',
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'errand-backup-'));
  config = readConfig({ DATA_DIR: join(home, 'data'), PORT: '1' });
  elsewhere = readConfig({ DATA_DIR: join(home, 'elsewhere') });
  folder = join(home, 'backups/monday');
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(config.dataDir, path, '..'), { recursive: true });
    writeFileSync(join(config.dataDir, path), text);
  }
  // The database doesn't start without it.
  mkdirSync(join(config.dataDir, 'database/pg_notify'));
});
afterEach(() => rmSync(home, { recursive: true }));

const refused = async (act: Promise<unknown>): Promise<string> => {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof OperatorError ? error.message : '';
};

describe('a backup', () => {
  it('restores every file and every folder, except for the lock', async () => {
    const bytes = Object.values(FILES).reduce((sum, text) => sum + text.length, 0);
    expect(await backUp(config, { folder })).toEqual({ backup: folder, files: 6, bytes });
    rmSync(config.dataDir, { recursive: true });
    expect(await restore(elsewhere, { folder, erased: 'none' })).toMatchObject({
      restored: elsewhere.dataDir,
      files: 6,
      bytes,
    });
    for (const [path, text] of Object.entries(FILES)) {
      expect(readFileSync(join(elsewhere.dataDir, path), 'utf8')).toBe(text);
    }
    expect(readdirSync(join(elsewhere.dataDir, 'database/pg_notify'))).toEqual([]);
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['database', 'keys.json', 'objects']);
  });

  it('is refused while another program has the database open and cannot be asked, and leaves no folder', async () => {
    rmSync(join(config.dataDir, 'keys.json')); // removes the installation's keys
    const lock = lockFolder(join(config.dataDir, 'database'));
    expect(await refused(backUp(config, { folder }))).toMatch(/has the database open but doesn't answer/);
    lock.release();
    expect(existsSync(folder)).toBe(false);
    await backUp(config, { folder });
  });

  it('leaves out incomplete uploads', async () => {
    mkdirSync(join(config.dataDir, 'objects/incoming'));
    writeFileSync(join(config.dataDir, 'objects/incoming/half'), 'a pic');
    await backUp(config, { folder });
    expect(readdirSync(join(folder, 'data/objects/incoming'))).toEqual([]);
  });

  it('is refused where another was made in the meantime, which stays', async () => {
    const late = createInFolder(folder, config.dataDir);
    await backUp(config, { folder });
    const nothing = { format: 1 as const, made_at: new Date().toISOString(), folders: [], files: [] };
    expect(await refused(late.complete(nothing))).toContain('already exists');
    await late.discard();
    expect(readdirSync(join(home, 'backups'))).toEqual(['monday']);
    await restore(elsewhere, { folder, erased: 'none' });
  });

  it('overwrites nothing, and may not be inside of what it saves', async () => {
    await backUp(config, { folder });
    expect(await refused(backUp(config, { folder }))).toContain('already exists');
    const inside = join(config.dataDir, 'backup');
    expect(await refused(backUp(config, { folder: inside }))).toContain('would be lost along with it');
    expect(readdirSync(join(home, 'backups'))).toEqual(['monday']);
  });
});

describe('a restore', () => {
  beforeEach(() => backUp(config, { folder }));
  const place = (path: string) => join(folder, path);
  const flip = (path: string): void => {
    const bytes = readFileSync(place(path));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(place(path), bytes);
  };

  it.each([
    ['a flipped bit', () => flip('data/database/base/1/1259'), 'has been changed or damaged'],
    ['a file cut off', () => writeFileSync(place('data/keys.json'), '{'), 'has been changed or damaged'],
    ['a file missing', () => rmSync(place('data/objects/files/u1/a')), 'is missing'],
    ['a changed list', () => flip('backup.json'), 'has been changed or damaged'],
    [
      'a list cut off',
      () => writeFileSync(place('backup.json'), '{"format": 1'),
      'has been changed or damaged',
    ],
    ['no list', () => rmSync(place('backup.json')), 'No backup found in'],
  ])('refuses %s, and leaves nothing', async (_case, damage, message) => {
    damage();
    expect(await refused(restore(elsewhere, { folder, erased: 'none' }))).toContain(message);
    expect(existsSync(elsewhere.dataDir)).toBe(false);
  });

  const GONE = '00000000-0000-4000-8000-00000000000a 2026-11-22T10:00:00.000Z\n';
  const list = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };

  it('requires the list of accounts erased since, and copies it', async () => {
    expect(await refused(restore(elsewhere, { folder }))).toContain('--erased none');
    expect(await refused(restore(elsewhere, { folder, erased: join(home, 'none') }))).toContain(
      "Couldn't read the list",
    );
    const damaged = list('damaged', GONE.slice(1));
    expect(await refused(restore(elsewhere, { folder, erased: damaged }))).toContain('line 1');
    expect(existsSync(elsewhere.dataDir)).toBe(false);

    await restore(elsewhere, { folder, erased: list('erased', GONE) });
    expect(readFileSync(elsewhere.erasedAccountsFile, 'utf8')).toBe(GONE);
    expect(isMarkedRestored(elsewhere.dataDir)).toBe(true);
  });

  it('finds a list outside of the data by itself', async () => {
    const file = list('erased', GONE);
    const apart = readConfig({ DATA_DIR: elsewhere.dataDir, ERASED_ACCOUNTS_FILE: file });
    await restore(apart, { folder });
    expect(readFileSync(file, 'utf8')).toBe(GONE);
  });

  it('repeats one that was killed, which a start refuses to take for an installation', async () => {
    await restore(elsewhere, { folder, erased: 'none' });
    // Killed when all but the database was moved.
    const left = join(elsewhere.dataDir, '.restored-abc123');
    mkdirSync(join(left, 'data'), { recursive: true });
    renameSync(join(elsewhere.dataDir, 'database'), join(left, 'data/database'));
    writeFileSync(join(left, 'names.json'), '["keys.json","objects","restored","erased-accounts.txt"]');
    expect(() => assertNoHalfRestore(elsewhere)).toThrow(/a restore into .* broke off.*Run it again/);
    // Killed while it copied.
    mkdirSync(join(elsewhere.dataDir, '.restored-def456/data/objects'), { recursive: true });
    await restore(elsewhere, { folder, erased: 'none' });
    expect(() => assertNoHalfRestore(elsewhere)).not.toThrow();
    expect(readdirSync(elsewhere.dataDir).filter((name) => name.startsWith('.restored'))).toEqual([]);
    expect(readFileSync(join(elsewhere.dataDir, 'keys.json'), 'utf8')).toBe(FILES['keys.json']);
  });

  it('removes nothing that it has not brought', async () => {
    mkdirSync(join(elsewhere.dataDir, '.restored-abc123'), { recursive: true });
    writeFileSync(join(elsewhere.dataDir, '.restored-abc123/names.json'), '["keys.json"]');
    writeFileSync(join(elsewhere.dataDir, 'notes.txt'), 'mine');
    expect(await refused(restore(elsewhere, { folder, erased: 'none' }))).toContain("isn't empty");
    expect(readFileSync(join(elsewhere.dataDir, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('requires an empty target, also after a refused attempt', async () => {
    expect(await refused(restore(config, { folder, erased: 'none' }))).toContain("isn't empty");
    const kept = readFileSync(place('data/keys.json'));
    writeFileSync(place('data/keys.json'), '{');
    await refused(restore(elsewhere, { folder, erased: 'none' }));
    writeFileSync(place('data/keys.json'), kept);
    await restore(elsewhere, { folder, erased: 'none' });
    expect(readdirSync(elsewhere.dataDir).toSorted()).toEqual(
      expect.arrayContaining(['database', 'keys.json', 'objects']),
    );
  });
});
