import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { copyTemplate, type DatabasePlace } from '#tests/engines/pglite-template.ts';
import type { Database } from '../database.ts';
import { EXTENSIONS } from './extensions.ts';
import { openPglite } from './open-pglite.ts';

let place: DatabasePlace;

beforeAll(async () => {
  place = await copyTemplate();
});
afterAll(() => place.remove());

async function inDatabase<T>(
  offersExtensions: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openPglite({ folder: place.place, log: silentLog, offersExtensions });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const available = async (database: Database): Promise<unknown[]> =>
  (await database.query('select name from pg_available_extensions order by name')).map(({ name }) => name);
const USES = `
  create table public.words (word text unique);
  create index on public.words using gin (word public.gin_trgm_ops);
  insert into public.words values ('honest'), ('honey');`;
const ALIKE = "select word from public.words where word % 'honst' order by word <-> 'honst'";

it('offers extensions where configured, and keeps loading those in use elsewhere', async () => {
  await inDatabase(false, async (database) => {
    expect(await available(database)).toEqual(['plpgsql']);
    await expect(database.exec('create extension pg_trgm')).rejects.toThrow('"pg_trgm" is not available');
  });

  await inDatabase(true, async (database) => {
    expect(await available(database)).toEqual([...EXTENSIONS, 'plpgsql'].toSorted());
    for (const name of EXTENSIONS) await database.exec(`create extension "${name}"`);
    for (const name of EXTENSIONS) if (name !== 'pg_trgm') await database.exec(`drop extension "${name}"`);
    await database.exec(USES);
  });

  await inDatabase(false, async (database) => {
    expect(await database.query(ALIKE)).toEqual([{ word: 'honest' }, { word: 'honey' }]);
    await database.exec("insert into public.words values ('honesty')");
    expect(await available(database)).toEqual(['pg_trgm', 'plpgsql']);
  });
});
