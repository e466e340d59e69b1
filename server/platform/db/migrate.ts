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
 * One row per applied migration, in its own schema, since it must exist before the first migration. No API role has
 * privileges on it; row-level security is a second line of defence.
 */
const BOOKKEEPING = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  alter table migrations.applied enable row level security;
`;

/** First migration of databases from before version 0.1.0, whose migrations were squashed (docs/decisions/034). */
const PRE_RELEASE = 'platform/0001_roles';

/** object_not_in_prerequisite_state: shown to the operator without a stack. */
const REFUSED = '55000';

/** An arbitrary lock id: processes starting concurrently wait here and then find the work done. */
const LOCK = "select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7215362740283)";

/**
 * Migrates the database to this version. Each file runs in one transaction together with its bookkeeping row. Refuses
 * if an applied file has changed since, or if the data is from a newer version or a pre-release. Returns the names of
 * the applied files.
 */
export async function migrate(database: Database, { folders, log, only }: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folders).filter(({ name }) => only?.has(name) ?? true);
  if (only) assertKnown(migrations, only);
  await database.transaction(async (tx) => {
    await tx.query(LOCK);
    await tx.exec(BOOKKEEPING);
  }, LIMITS);
  const applied = await readApplied(database);
  assertKnown(migrations, applied.keys());
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined) assertUnchanged(migration, checksum);
    else if (await apply(database, migration, log)) done.push(migration.name);
  }
  return done;
}

/** Dry run: returns the files that the next start would apply, or why it would refuse. */
export async function compareMigrations(
  database: Database,
  folders: readonly string[],
): Promise<{ pending: string[]; refusal: string | null }> {
  const migrations = readMigrations(folders);
  const [books] = await database.query<{ kept: boolean }>(
    "select to_regclass('migrations.applied') is not null as kept",
  );
  const applied = books?.kept ? await readApplied(database) : new Map<string, string>();
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !applied.has(name)),
    refusal: problemWithUnknown(migrations, applied.keys()),
  };
}

async function readApplied(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function assertKnown(migrations: readonly Migration[], applied: Iterable<string>): void {
  const refusal = problemWithUnknown(migrations, applied);
  if (refusal !== null) throw new DatabaseError(REFUSED, refusal);
}

/** Two versions of the program on one database would each undo what the other relies on. */
function problemWithUnknown(migrations: readonly Migration[], applied: Iterable<string>): string | null {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted();
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
  const done = await database.transaction(async (tx) => {
    await tx.query(LOCK);
    const inserted = await tx.query(
      'insert into migrations.applied (name, checksum) values ($1, $2) on conflict do nothing returning name',
      [migration.name, migration.checksum],
    );
    if (inserted.length === 0) return false; // another process was first
    await narrowDefaultGrants(tx);
    await tx.exec(migration.sql).catch((error: unknown) => {
      throw describeFailure(migration, error);
    });
    return true;
  }, LIMITS);
  if (done)
    log.info('migration applied', { name: migration.name, ms: Math.round(performance.now() - start) });
  return done;
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
