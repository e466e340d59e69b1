import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDatabase } from './copy-database.ts';

let home: string;
let from: string;
let to: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'errand-copy-'));
  [from, to] = [join(home, 'database'), join(home, 'copy')];
  for (const folder of ['global', 'base', 'pg_wal/summaries'])
    mkdirSync(join(from, folder), { recursive: true });
  writeFileSync(join(from, 'global/pg_control'), 'checkpoint 1');
  for (let n = 0; n < 50; n++) writeFileSync(join(from, `base/${n}`), 'a table');
  writeFileSync(join(from, 'pg_wal/1'), 'the log');
});
afterEach(() => rmSync(home, { recursive: true }));

/** Calls it repeatedly in the background. */
function meanwhile(act: () => void): () => void {
  const timer = setInterval(act, 1);
  return () => clearInterval(timer);
}

it('a table that is dropped during the copy is skipped, and the log is copied after all tables', async () => {
  let last = 49;
  const stop = meanwhile(() => rmSync(join(from, `base/${last--}`), { force: true }));
  const { files, folders } = await copyDatabase(from, to);
  stop();
  expect(folders).toEqual(expect.arrayContaining(['base', 'pg_wal', 'pg_wal/summaries']));
  expect(files.at(-1)?.path).toBe('pg_wal/1');
  expect(files.every(({ path }) => existsSync(join(to, path)))).toBe(true);
});

it('is repeated if the engine was restarted during the copy, and given up after several attempts', async () => {
  let checkpoint = 1;
  const restart = (): void => writeFileSync(join(from, 'global/pg_control'), `checkpoint ${++checkpoint}`);
  const stop = meanwhile(restart);
  await expect(copyDatabase(from, to)).rejects.toThrow('The database restarted each time');
  stop();
  expect(existsSync(to)).toBe(false);

  const once = setTimeout(restart, 1);
  await copyDatabase(from, to);
  clearTimeout(once);
  expect(readFileSync(join(to, 'global/pg_control'), 'utf8')).toBe(`checkpoint ${checkpoint}`);
});
