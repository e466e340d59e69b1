import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_LIMIT } from '../../platform/db/create-database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { quoteIdentifier } from '../../platform/db/protocol/listeners.ts';
import { digestFile } from './copy-file.ts';
import type { Copied } from './copy-tree.ts';
import { quoted, type RowTable, readSequences, readTables, rowsFile } from './row-tables.ts';

/** Names in the data of a backup. */
export const ROWS = 'rows';
export const SEQUENCES = 'sequences.json';

/** Rows per fetch; one may be a megabyte long. */
const FETCH = 200;
/** A large table is read for hours, in a session that nobody else waits for. */
const LIMITS = { limit: 600_000, idle: 600_000, total: 48 * 3_600_000 };

/**
 * Copies all rows of a database on a server in one snapshot, which PostgreSQL keeps for a transaction while others
 * read and write. Needs no external tool of a matching version.
 */
export async function copyRows(database: Database, data: string): Promise<Copied> {
  const folder = join(data, ROWS);
  mkdirSync(folder);
  const names = await database.transaction(async (tx) => {
    // With the usual limit: another one would be set by a statement before, and this must be the first.
    await tx.query('set transaction isolation level repeatable read, read only', [], {
      limit: DEFAULT_LIMIT,
    });
    const tables = await readTables(tx);
    for (const table of tables) {
      await pipeline(linesOf(tx, table), createWriteStream(join(folder, rowsFile(table)), { flags: 'wx' }));
    }
    writeFileSync(join(folder, SEQUENCES), `${JSON.stringify(await readSequences(tx))}\n`, { flag: 'wx' });
    return [...tables.map(rowsFile), SEQUENCES];
  }, LIMITS);
  const files: Copied['files'] = [];
  for (const name of names) {
    files.push({ path: `${ROWS}/${name}`, ...(await digestFile(join(folder, name))) });
  }
  return { folders: [ROWS], files };
}

/** Yields the table, then one row per line: its values as PostgreSQL's own text. */
async function* linesOf(tx: Transaction, table: RowTable): AsyncGenerator<string> {
  yield `${JSON.stringify(table)}\n`;
  const texts = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`).join(', ');
  await tx.exec(
    `declare copied no scroll cursor for select jsonb_build_array(${texts})::text as line from only ${quoted(table)}`,
  );
  for (;;) {
    const rows = await tx.query<{ line: string }>(`fetch ${FETCH} from copied`);
    for (const { line } of rows) yield `${line}\n`;
    if (rows.length < FETCH) break;
  }
  await tx.exec('close copied');
}
