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
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewBackup } from './backup-place.ts';
import { copyDatabase } from './copy-database.ts';
import { createInFolder } from './folder-place.ts';

let home: string;
let from: string;
let to: NewBackup;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'errand-copy-'));
  from = join(home, 'database');
  to = createInFolder(join(home, 'saved'), join(home, 'none'));
  for (const folder of ['global', 'base', 'pg_wal/summaries'])
    mkdirSync(join(from, folder), { recursive: true });
  writeFileSync(join(from, 'global/pg_control'), 'checkpoint 1');
  for (let n = 0; n < 50; n++) writeFileSync(join(from, `base/${n}`), 'a table');
  writeFileSync(join(from, 'pg_wal/1'), 'the log');
});
/** Where the files are. Ends the backup. */
async function saved(): Promise<string> {
  await to.complete({ format: 1, made_at: new Date().toISOString(), folders: [], files: [] });
  return join(home, 'saved/data');
}
afterEach(() => rmSync(home, { recursive: true }));

/** Calls it repeatedly in the background. */
function meanwhile(act: () => void): () => void {
  const timer = setInterval(act, 1);
  return () => clearInterval(timer);
}

it('a table that is dropped during the copy is skipped, and the log is copied after all tables', async () => {
  let last = 49;
  const stop = meanwhile(() => rmSync(join(from, `base/${last--}`), { force: true }));
  const { files, folders } = await copyDatabase(from, to, 'database');
  stop();
  expect(folders).toEqual(
    expect.arrayContaining(['database', 'database/base', 'database/pg_wal', 'database/pg_wal/summaries']),
  );
  expect(files.at(-1)?.path).toBe('database/pg_wal/1');
  const data = await saved();
  expect(files.every(({ path }) => existsSync(join(data, path)))).toBe(true);
});

it('is repeated if the engine was restarted during the copy, and given up after several attempts', async () => {
  let checkpoint = 1;
  const restart = (): void => writeFileSync(join(from, 'global/pg_control'), `checkpoint ${++checkpoint}`);
  const stop = meanwhile(restart);
  await expect(copyDatabase(from, to, 'database')).rejects.toThrow('The database restarted each time');
  stop();
  const [unfinished = ''] = readdirSync(home).filter((name) => name.startsWith('saved.new-'));
  expect(readdirSync(join(home, unfinished, 'data'))).toEqual([]);

  const once = setTimeout(restart, 1);
  await copyDatabase(from, to, 'database');
  clearTimeout(once);
  expect(readFileSync(join(await saved(), 'database/global/pg_control'), 'utf8')).toBe(
    `checkpoint ${checkpoint}`,
  );
});
