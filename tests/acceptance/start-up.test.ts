import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyTemplate } from '#tests/engines/pglite-template.ts';
import { freshDataDir, removeDataDir, startServer } from '#tests/worlds/server-process.ts';
import { startInVain } from './start-in-vain.ts';

let folder: string;
beforeEach(async () => {
  folder = await freshDataDir();
});
afterEach(() => removeDataDir(folder));

it('what it stores is closed to other users of the machine, also in a folder that is open to them', async () => {
  mkdirSync(join(folder, 'data'));
  chmodSync(join(folder, 'data'), 0o755);
  const server = await startServer({ dataDir: join(folder, 'data') });
  await server.stop();
  const all = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' });
  const open = all.filter((name) => (statSync(join(folder, 'data', name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(all).toContain('database/PG_VERSION');
});

it('keys that cannot be read end the start with one sentence, and are not replaced', async () => {
  const { place, remove } = await copyTemplate();
  const dataDir = join(place, '..');
  writeFileSync(join(dataDir, 'keys.json'), '{');
  const { code, output } = await startInVain({ DATA_DIR: dataDir });
  expect(code, output).toBe(1);
  expect(output).toMatch(/keys\.json doesn.t contain valid keys\. Restore it, or delete it/);
  expect(output).not.toMatch(/\n\s+at /);
  expect(statSync(join(dataDir, 'keys.json')).size).toBe(1);
  await remove();
});

it('an old name is told once, with the new way, and refused beside it', async () => {
  const { place, remove } = await copyTemplate();
  const dataDir = join(place, '..');
  // Ends the start after the warnings.
  writeFileSync(join(dataDir, 'keys.json'), '{');
  const old = { DATA_DIR: dataDir, RATE_LIMIT_MAIL: '7/60', AI_MODEL_ANSWER: 'm' };
  const { output } = await startInVain(old);
  expect(output.split('RATE_LIMIT_MAIL is an old name, set RATE_LIMITS=mail=… instead')).toHaveLength(2);
  expect(output.split('AI_MODEL_ANSWER is an old name, set AI_MODELS=answer=… instead')).toHaveLength(2);

  const both = await startInVain({ ...old, RATE_LIMITS: 'mail=7/60' });
  expect(both.code, both.output).toBe(1);
  expect(both.output).toContain('RATE_LIMIT_MAIL: is an old name and RATE_LIMITS=mail=… is set too');
  await remove();
});

it('a database that is damaged ends the start with its folder and with what to do', async () => {
  const { place, remove } = await copyTemplate();
  writeFileSync(join(place, 'global/pg_control'), Buffer.alloc(8192, 7));
  const { code, output } = await startInVain({ DATA_DIR: join(place, '..') });
  expect(code, output).toBe(1);
  expect(output).toContain(`Couldn't open the database in ${place}`);
  expect(output).toContain('npm run errand -- restore <backup>');
  expect(output).not.toMatch(/\n\s+at /);
  await remove();
});

it('a data folder that cannot be one is named, with the setting that chooses it', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { code, output } = await startInVain({ DATA_DIR: join(folder, 'file') });
  expect(code, output).toBe(1);
  expect(output).toMatch(/DATA_DIR: .*file must be a folder that this program can write/);
  expect(output).not.toMatch(/\n\s+at /);
});

it('a file of what is sold that is not usable ends the start with what is wrong and where', async () => {
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, '{ "currency": "EUR", "yearlySavingPercent": 20, "packs": [], "plans": {} }');
  const { code, output } = await startInVain({ DATA_DIR: join(folder, 'data'), CATALOGUE_FILE: file });
  expect(code, output).toBe(1);
  expect(output).toContain(`CATALOGUE_FILE: ${file}: packs: must have at least one pack\n`);
  expect(output).toContain(
    `CATALOGUE_FILE: ${file}: plans.pro: must be an object with name, credits, price\n`,
  );
  expect(output).not.toMatch(/\n\s+at /);
});
