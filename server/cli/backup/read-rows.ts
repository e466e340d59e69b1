import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SEQUENCES } from './copy-rows.ts';
import type { RowTable } from './row-tables.ts';

const header = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
const texts = z.array(z.string().nullable());

/** Parses the first line of a file of rows. */
export const readHeader = (line: string): RowTable => header.parse(JSON.parse(line));

/** Returns the migrations that had been applied to the database of a backup. */
export async function migrationsIn(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let column = -1;
  for await (const line of linesIn(join(folder, 'migrations.applied.jsonl'))) {
    if (column < 0) column = readHeader(line).columns.findIndex(({ name }) => name === 'name');
    else names.add(texts.parse(JSON.parse(line))[column] ?? '');
  }
  return names;
}

/** Returns the tables of a backup, with their columns. */
export async function tablesIn(folder: string): Promise<RowTable[]> {
  const names = readdirSync(folder).filter((name) => name !== SEQUENCES);
  return Promise.all(names.toSorted().map((name) => firstOf(join(folder, name))));
}

/** Returns the tables and columns of a backup that aren't among these: `public.notes`, `public.tasks.color`. */
export function findUnknown(copied: readonly RowTable[], tables: readonly RowTable[]): string[] {
  const known = new Map(
    tables.map((table) => [nameOf(table), new Set(table.columns.map(({ name }) => name))]),
  );
  return copied.flatMap((table) => {
    const columns = known.get(nameOf(table));
    if (columns === undefined) return [nameOf(table)];
    const own = table.columns.filter(({ name }) => !columns.has(name));
    return own.map(({ name }) => `${nameOf(table)}.${name}`);
  });
}

const nameOf = ({ schema, name }: RowTable): string => `${schema}.${name}`;

async function firstOf(file: string): Promise<RowTable> {
  for await (const line of linesIn(file)) return readHeader(line);
  throw new Error(`${file} is empty`);
}

/** Reads lines of any length. Unlike node:readline, it doesn't break lines at U+2028, which is valid in JSON. */
export async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
