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
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createFolder } from './create-folder.ts';
import { openPglite } from './open-pglite.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'errand-create-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function sumIn(folder: string): Promise<unknown> {
  const database = await openPglite({ folder, log: silentLog });
  try {
    return await database.query('select 1 + 1 as sum');
  } finally {
    await database.close();
  }
}

test('a folder is made by initdb, then copied as a template, and both open', {
  timeout: 60_000,
}, async () => {
  const [template, copy] = [path.join(place, 'template'), path.join(place, 'copy')];
  await createFolder(template, path.join(place, 'no-template'));
  writeFileSync(path.join(template, 'mark'), 'from the template');
  await createFolder(copy, template);

  expect(readFileSync(path.join(copy, 'mark'), 'utf8')).toBe('from the template');
  expect(await sumIn(copy)).toEqual([{ sum: 2 }]);
  expect(await sumIn(template)).toEqual([{ sum: 2 }]);
});

test('an existing database is left unchanged; unfinished ones next to it are removed', async () => {
  const [template, folder] = [path.join(place, 'template'), path.join(place, 'database')];
  mkdirSync(template);
  writeFileSync(path.join(template, 'PG_VERSION'), '18');
  mkdirSync(`${folder}.new-leftover`);
  await createFolder(folder, template);
  expect(readdirSync(place).toSorted()).toEqual(['database', 'template']);

  writeFileSync(path.join(folder, 'mine'), 'kept');
  await createFolder(folder, template);
  expect(existsSync(path.join(folder, 'mine'))).toBe(true);
});

test('a folder with other content is refused and left unchanged', async () => {
  writeFileSync(path.join(place, 'letter.txt'), 'Dear');
  await expect(createFolder(place)).rejects.toThrow(/isn't empty and isn't a database folder/);
  expect(readdirSync(place)).toEqual(['letter.txt']);
});
