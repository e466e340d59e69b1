import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Migration {
  /** Folder and file name without extension, such as `platform/0001_roles`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Programs that don't know it go on working, so that it can be applied while they run. */
  readonly expands: boolean;
}

/** First line of a migration that only adds. `tests/expanding-migrations.test.ts` checks that it does. */
const EXPANDS = /^-- Expands\b/;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Reads all migrations in the order they are applied: by folder, then by number. */
export function readMigrations(folders: readonly string[]): Migration[] {
  return folders.flatMap((folder) => readFolder(folder));
}

function readFolder(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  assertNames(folder, files);
  return files.map((file) => {
    const sql = readFileSync(path.join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const name = `${path.basename(folder)}/${path.basename(file, '.sql')}`;
    return { name, sql, checksum, expands: EXPANDS.test(sql) };
  });
}

function assertNames(folder: string, files: readonly string[]): void {
  const numbers = new Map<string, string>();
  for (const file of files) {
    if (!FILE_NAME.test(file))
      throw new Error(`${folder}/${file}: a migration is named NNNN_what_it_does.sql`);
    const number = file.slice(0, 4);
    const other = numbers.get(number);
    if (other) throw new Error(`${folder}: ${other} and ${file} have the same number`);
    numbers.set(number, file);
  }
}
