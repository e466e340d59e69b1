import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { silentLog } from '../../lib/log.ts';
import { MIGRATIONS } from '../../open/database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { quoteIdentifier } from '../../platform/db/protocol/listeners.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { rowsFile, SEQUENCES } from './copy-rows.ts';
import { quoted, type RowTable, readForeignKeys, readTables } from './row-tables.ts';

const LIMITS = { limit: 3_600_000, idle: 600_000, total: 48 * 3_600_000 };
/** Characters that are sent at once. */
const PIECE = 4_000_000;

const header = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
const sequences = z.array(
  z.object({
    schema: z.string(),
    name: z.string(),
    value: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
  }),
);
const texts = z.array(z.string().nullable());

/**
 * Puts the rows of a backup into a database in which nothing is yet: the tables are made by the migrations that the
 * backup knows, the rest is for the next start. All rows are there in the end, or none. Throws OperatorError.
 */
export async function loadRows(database: Database, folder: string): Promise<void> {
  const [books] = await database.query<{ kept: boolean }>(
    "select to_regclass('migrations.applied') is not null as kept",
  );
  if (books?.kept && (await database.query('select from auth.users limit 1')).length > 0) {
    throw new OperatorError(
      'The database of DATABASE_URL is not empty: a backup is restored where nothing is yet.',
    );
  }
  await migrate(database, { folders: MIGRATIONS, log: silentLog, only: await migrationsIn(folder) });
  await database.transaction(async (tx) => {
    const tables = await readTables(tx);
    assertKnown(folder, tables);
    const keys = await readForeignKeys(tx);
    // Rows come table by table, and were checked and acted upon when they were written.
    for (const { table, name } of keys)
      await tx.exec(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
    for (const table of tables) await tx.exec(`alter table ${quoted(table)} disable trigger user`);
    await tx.exec(`truncate ${tables.map(quoted).join(', ')}`);
    for (const table of tables) await loadTable(tx, folder, table);
    await setSequences(tx, folder);
    for (const table of tables) await tx.exec(`alter table ${quoted(table)} enable trigger user`);
    for (const { table, name, definition } of keys) {
      await tx.exec(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`);
    }
  }, LIMITS);
  await database.exec('analyze', LIMITS);
}

async function migrationsIn(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let column = -1;
  for await (const line of linesIn(join(folder, 'migrations.applied.jsonl'))) {
    if (column < 0) column = header.parse(JSON.parse(line)).columns.findIndex(({ name }) => name === 'name');
    else names.add(texts.parse(JSON.parse(line))[column] ?? '');
  }
  return names;
}

function assertKnown(folder: string, tables: readonly RowTable[]): void {
  const known = new Set([...tables.map(rowsFile), SEQUENCES]);
  const unknown = readdirSync(folder).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new OperatorError(`The backup has tables that this program does not know: ${unknown.join(', ')}`);
  }
}

async function loadTable(tx: Transaction, folder: string, table: RowTable): Promise<void> {
  let insert: ((lines: readonly string[]) => Promise<unknown>) | undefined;
  let piece: string[] = [];
  let length = 0;
  for await (const line of linesIn(join(folder, rowsFile(table)))) {
    if (!insert) insert = inserter(tx, table, header.parse(JSON.parse(line)));
    else {
      piece.push(line);
      length += line.length;
      if (length < PIECE) continue;
      await insert(piece);
      piece = [];
      length = 0;
    }
  }
  if (piece.length > 0) await insert?.(piece);
}

function inserter(tx: Transaction, table: RowTable, copied: RowTable) {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = copied.columns.map(({ name }, at) => {
    const type = types.get(name);
    if (!type)
      throw new OperatorError(
        `The backup has a column that this program does not know: ${table.name}.${name}`,
      );
    return `(line ->> ${at})::${type}`;
  });
  const names = copied.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const text = `insert into ${quoted(table)} (${names}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as line`;
  return (lines: readonly string[]) => tx.query(text, [`[${lines.join(',')}]`]);
}

async function setSequences(tx: Transaction, folder: string): Promise<void> {
  for (const { value, ...sequence } of sequences.parse(
    JSON.parse(readFileSync(join(folder, SEQUENCES), 'utf8')),
  )) {
    if (value !== null) await tx.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), value]);
  }
}

/** Line by line, of any length. Not by node:readline, which also breaks lines at U+2028, and JSON does not. */
async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
