import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Config, ConfigError } from '../config.ts';
import { newToken } from '../lib/ids.ts';
import type { Database } from '../platform/db/database.ts';
import { flush } from '../platform/db/pglite/flush.ts';

const PREFIX = '.restored-';
/** What is, or is going to be, in the data folder by the restore. */
const NAMES = 'names.json';
const names = z.array(z.string().regex(/^[^/\\]+$/));

/** In the data folder while a restore is at work, and after one that was killed. */
export interface UnfinishedRestore {
  /** Where the backup is copied first: inside the data folder, which may be a mount point. */
  readonly folder: string;
  /** Moves these into the data folder; `others` are going to be written there. What there is of them can be undone. */
  move(moved: readonly string[], others: readonly string[]): void;
  undo(): void;
  end(): void;
}

export const isUnfinishedRestore = (name: string): boolean => name.startsWith(PREFIX);

export function beginRestore(dataDir: string): UnfinishedRestore {
  const own = join(dataDir, `${PREFIX}${newToken(6)}`);
  const folder = join(own, 'data');
  mkdirSync(own);
  return {
    folder,
    move(moved, others) {
      writeFileSync(join(own, NAMES), JSON.stringify([...moved, ...others]));
      for (const path of [join(own, NAMES), own, dataDir]) flush(path);
      for (const name of moved) renameSync(join(folder, name), join(dataDir, name));
    },
    undo: () => undo(dataDir, own),
    end: () => rmSync(own, { recursive: true, force: true }),
  };
}

/** Removes what killed restores have left. Only while the database isn't there, which comes last. */
export function removeUnfinished(dataDir: string): void {
  for (const name of unfinishedIn(dataDir)) {
    undo(dataDir, join(dataDir, name));
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function undo(dataDir: string, own: string): void {
  const list = join(own, NAMES);
  if (!existsSync(list)) return;
  for (const name of readNames(list)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Nothing has been moved yet if the list is cut off. */
function readNames(list: string): string[] {
  try {
    return names.parse(JSON.parse(readFileSync(list, 'utf8')));
  } catch {
    return [];
  }
}

/** Throws ConfigError where a start would make a new installation of half a backup. */
export function assertNoHalfRestore({ dataDir, database }: Config): void {
  if (database.kind === 'pglite') assertWhole(dataDir, existsSync(database.folder));
}

/** The same where the rows are on a server. They come last, all at once. */
export async function assertNoHalfLoaded({ dataDir, database }: Config, server: Database): Promise<void> {
  if (database.kind === 'pglite' || unfinishedIn(dataDir).length === 0) return;
  assertWhole(dataDir, !(await isWithoutPeople(server)));
}

function assertWhole(dataDir: string, isWhole: boolean): void {
  const left = unfinishedIn(dataDir);
  if (left.length > 0 && !isWhole) {
    throw new ConfigError([
      `DATA_DIR: a restore into ${dataDir} broke off or isn't over, so there is only a part of the backup. Run it again, which begins anew`,
    ]);
  }
  for (const name of left) rmSync(join(dataDir, name), { recursive: true, force: true });
}

const unfinishedIn = (dataDir: string): string[] => readdirSync(dataDir).filter(isUnfinishedRestore);

/** True if the database has nobody's rows: a restore may load some. */
export async function isWithoutPeople(server: Database): Promise<boolean> {
  const [books] = await server.query<{ kept: boolean }>(
    "select to_regclass('migrations.applied') is not null and to_regclass('auth.users') is not null as kept",
  );
  return !books?.kept || (await server.query('select from auth.users limit 1')).length === 0;
}
