import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { readMigrations } from '#server/platform/db/migrations.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { type TestDatabase, testDatabase } from './engines/database.ts';
import { migrationFolders } from './engines/migration-folders.ts';
import { narrowingsOf } from './fixtures/narrowings.ts';

const all = readMigrations(migrationFolders);
const expanding = all.filter(({ expands }) => expands);

describe.runIf(expanding.length > 0)('migrations that say that they only expand', () => {
  it.each(expanding.map(({ name, sql }) => ({ name, sql })))('$name does', async ({ name, sql }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'errand-expanding-'));
    const database = await openPglite({ folder: path.join(folder, 'database'), log: silentLog });
    try {
      const earlier = all.slice(
        0,
        all.findIndex((each) => each.name === name),
      );
      const only = new Set(earlier.map((each) => each.name));
      await migrate(database, { folders: migrationFolders, log: silentLog, only });
      expect(await narrowingsOf(database, () => database.exec(sql))).toEqual([]);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what narrows a database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.close());

  /** Leaves nothing behind. */
  const narrowings = async (sql: string): Promise<string[]> => {
    let found: string[] = [];
    const tryOut = async (tx: Transaction): Promise<void> => {
      found = await narrowingsOf(tx, () => tx.exec(sql));
      throw new Error('tried out');
    };
    await test.database.transaction(tryOut).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'tried out') throw error;
    });
    return found;
  };

  it.each([
    'alter table public.tasks add column colour text',
    "alter table public.tasks add column colour text not null default 'red'",
    'create table public.labels (id uuid primary key, name text not null unique)',
    'create index on public.tasks (title, id)',
    'grant select on public.tasks to anon',
    "create function public.colours() returns text language sql as 'select null::text'",
    'create policy more on public.tasks for select to anon using (false)',
  ])('does not: %s', async (sql) => {
    expect(await narrowings(sql)).toEqual([]);
  });

  it.each([
    ['alter table public.tasks rename column title to name', 'gone: column tasks.title text'],
    ['alter table public.tasks rename to chores', 'gone: column tasks.title text'],
    ['alter table redeem_codes alter column note type varchar(9)', 'gone: column redeem_codes.note text'],
    [
      'alter table public.tasks alter column is_completed drop default',
      'new: tasks.is_completed must be given',
    ],
    ['alter table public.tasks add column colour text not null', 'new: tasks.colour must be given'],
    ["alter table public.tasks add check (title <> 'x')", "new: tasks: CHECK ((title <> 'x'::text))"],
    ['create unique index colours on public.tasks (title)', 'new: CREATE UNIQUE INDEX colours'],
    ['revoke select on public.tasks from authenticated', 'gone: SELECT on tasks for authenticated'],
    [
      'alter table public.tasks drop constraint tasks_user_id_client_id_key',
      'gone: unique CREATE UNIQUE INDEX',
    ],
  ])('does: %s', async (sql, reason) => {
    expect((await narrowings(sql)).join('\n')).toContain(reason);
  });
});
