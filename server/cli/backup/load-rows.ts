import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { silentLog } from '../../lib/log.ts';
import { MIGRATIONS } from '../../open/database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { quoteIdentifier } from '../../platform/db/protocol/listeners.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { SEQUENCES } from './copy-rows.ts';
import { findUnknown, linesIn, migrationsIn, readHeader, tablesIn } from './read-rows.ts';
import { quoted, type RowTable, readForeignKeys, readTables, rowsFile } from './row-tables.ts';

const LIMITS = { limit: 3_600_000, idle: 600_000, total: 48 * 3_600_000 };
/** Characters per message. */
const PIECE = 4_000_000;

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

/**
 * Loads the rows of a backup into a database without people: its tables are created by the migrations known to the backup,
 * and the rest is left to the next start. All rows are loaded, or none. Throws OperatorError.
 */
export async function loadRows(database: Database, folder: string): Promise<void> {
  await migrate(database, { folders: MIGRATIONS, log: silentLog, only: await migrationsIn(folder) });
  await database.transaction(async (tx) => {
    const tables = await readTables(tx);
    await assertKnown(folder, tables);
    const keys = await readForeignKeys(tx);
    // Rows are loaded table by table, and were checked when they were first written.
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

/** The migrations stay applied: anyone with custom tables can add them and restore again. */
async function assertKnown(folder: string, tables: readonly RowTable[]): Promise<void> {
  const unknown = findUnknown(await tablesIn(folder), tables);
  if (unknown.length === 0) return;
  throw new OperatorError(
    `The backup contains tables or columns that aren't Errand's: ${unknown.join(', ')}. Nothing was restored, but the database now has Errand's empty tables. Add these to it and run this again.`,
  );
}

async function loadTable(tx: Transaction, folder: string, table: RowTable): Promise<void> {
  let insert: ((lines: readonly string[]) => Promise<unknown>) | undefined;
  let piece: string[] = [];
  let length = 0;
  for await (const line of linesIn(join(folder, rowsFile(table)))) {
    if (!insert) insert = inserter(tx, table, readHeader(line));
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
    return `(line ->> ${at})::${types.get(name)}`;
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
