import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError } from './database.ts';
import { narrowDefaultGrants } from './default-grants.ts';
import { type Migration, readMigrations } from './migrations.ts';

export interface MigrateOptions {
  /** Applied in this order, such as `database/platform`, then `database/product`. */
  readonly folders: readonly string[];
  /** Names of the migrations to apply; all if unset. */
  readonly only?: ReadonlySet<string>;
  readonly log: Log;
}

/** A migration may rewrite a large table, and concurrently starting processes wait for it. */
const LIMITS = { limit: 600_000, idle: 60_000, total: 900_000 };
/**
 * Milliseconds for which an expanding migration waits for a table. Whoever comes after it waits behind it, so it steps
 * back and tries again; a transaction in its way lasts 10 s at most.
 */
const PATIENCE = 500;
const PAUSE = 500;
const TRIES = 60;
/** SQLSTATE of a lock that wasn't given in time. */
const LOCKED = '55P03';

/**
 * One row per applied migration, in its own schema, since it must exist before the first migration. No API role has
 * privileges on it; row-level security is a second line of defence. Altered only where needed: that would wait for a
 * backup's end.
 */
export const BOOKKEEPING = `
  do $$
  begin
    -- Not "create schema if not exists": that asks a cache, which may not know what was made while we waited for the lock.
    if not exists (select from pg_catalog.pg_namespace where nspname = 'migrations') then
      create schema migrations;
    end if;
    if to_regclass('migrations.applied') is null then
      create table migrations.applied (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now(),
        expands boolean not null default false
      );
      alter table migrations.applied enable row level security;
    elsif not exists (
      select from pg_attribute where attrelid = 'migrations.applied'::regclass and attname = 'expands'
    ) then
      alter table migrations.applied add column expands boolean not null default false;
    end if;
  end
  $$;
`;

/** First migration of databases from before version 0.1.0, whose migrations were squashed (docs/decisions/034). */
const PRE_RELEASE = 'platform/0001_roles';

/** object_not_in_prerequisite_state: shown to the operator without a stack. */
const REFUSED = '55000';

/** An arbitrary lock id: processes starting concurrently wait here and then find the work done. */
const LOCK = "select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7215362740283)";

interface Applied {
  readonly checksum: string;
  readonly expands: boolean;
}

/**
 * Migrates the database to this version. Each file runs in one transaction together with its bookkeeping row. Refuses
 * if an applied file has changed since, or if the data is from a pre-release, or from a newer version that has done more
 * than expand it. Returns the names of the applied files.
 */
export async function migrate(database: Database, { folders, log, only }: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folders).filter(({ name }) => only?.has(name) ?? true);
  if (only) assertKnown(migrations, [...only]);
  await database.transaction(async (tx) => {
    await tx.query(LOCK);
    await tx.exec(BOOKKEEPING);
  }, LIMITS);
  const applied = await readApplied(database);
  assertKnown(migrations, beyondExpanding(applied));
  const done: string[] = [];
  for (const migration of migrations) {
    const earlier = applied.get(migration.name);
    if (earlier) assertUnchanged(migration, earlier.checksum);
    else if (await apply(database, migration, log)) done.push(migration.name);
  }
  return done;
}

/** Dry run: returns the files that the next start would apply, or why it would refuse. */
export async function compareMigrations(
  database: Database,
  folders: readonly string[],
): Promise<{ pending: Migration[]; refusal: string | null }> {
  const migrations = readMigrations(folders);
  const [books] = await database.query<{ kept: boolean }>(
    "select to_regclass('migrations.applied') is not null as kept",
  );
  const applied = books?.kept ? await readApplied(database) : new Map<string, Applied>();
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)),
    refusal: problemWithUnknown(migrations, beyondExpanding(applied)),
  };
}

/** Databases of versions that only knew one kind of migration have no column `expands` yet. */
async function readApplied(database: Database): Promise<Map<string, Applied>> {
  const rows = await database.query<Applied & { name: string }>(
    `select name, checksum, coalesce((to_jsonb(applied) ->> 'expands')::boolean, false) as expands
     from migrations.applied`,
  );
  return new Map(rows.map(({ name, ...applied }) => [name, applied]));
}

/** The names that a program has to know in order to work on the database. */
const beyondExpanding = (applied: ReadonlyMap<string, Applied>): string[] =>
  [...applied].filter(([, { expands }]) => !expands).map(([name]) => name);

function assertKnown(migrations: readonly Migration[], applied: readonly string[]): void {
  const refusal = problemWithUnknown(migrations, applied);
  if (refusal !== null) throw new DatabaseError(REFUSED, refusal);
}

/** Two versions of the program on one database would each undo what the other relies on. */
function problemWithUnknown(migrations: readonly Migration[], applied: readonly string[]): string | null {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name)).toSorted();
  if (unknown.length === 0) return null;
  if (unknown.includes(PRE_RELEASE)) {
    return (
      "this data is from a pre-release and can't be upgraded. " +
      'To keep it, start the old version and export your data in its settings. ' +
      'To start over, set DATA_DIR to another folder or DATABASE_URL to another database'
    );
  }
  return `older program on newer data. The database already has ${unknown.join(', ')}, so run a newer version`;
}

function assertUnchanged({ name, checksum }: Migration, recorded: string): void {
  if (checksum === recorded) return;
  throw new DatabaseError(
    REFUSED,
    `migration ${name} was changed after it was applied. Restore it and add a new one instead`,
  );
}

async function apply(database: Database, migration: Migration, log: Log): Promise<boolean> {
  const start = performance.now();
  const done = await (migration.expands
    ? applyBesideOthers(database, migration)
    : applyOnce(database, migration));
  if (done)
    log.info('migration applied', { name: migration.name, ms: Math.round(performance.now() - start) });
  return done;
}

async function applyBesideOthers(database: Database, migration: Migration): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(database, migration, PATIENCE);
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === LOCKED;
      if (!isLocked || tries === TRIES) throw error;
      await sleep(PAUSE);
    }
  }
}

/** False if another process was first. */
function applyOnce(database: Database, migration: Migration, patience = 0): Promise<boolean> {
  const { name, checksum, expands } = migration;
  return database.transaction(async (tx) => {
    await tx.query(LOCK);
    const inserted = await tx.query(
      'insert into migrations.applied (name, checksum, expands) values ($1, $2, $3) on conflict do nothing returning name',
      [name, checksum, expands],
    );
    if (inserted.length === 0) return false;
    await tx.query("select set_config('lock_timeout', $1, true)", [String(patience)]);
    await narrowDefaultGrants(tx);
    await tx.exec(migration.sql).catch((error: unknown) => {
      throw describeFailure(migration, error);
    });
    return true;
  }, LIMITS);
}

function describeFailure({ name, sql }: Migration, error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { position, where } = error.details;
  const line = position === undefined ? '' : `, line ${sql.slice(0, position).split('\n').length}`;
  const context = where === undefined ? '' : ` (${where})`;
  return new DatabaseError(error.code, `migration ${name}${line}: ${error.message}${context}`, {
    ...error.details,
    cause: error,
  });
}
