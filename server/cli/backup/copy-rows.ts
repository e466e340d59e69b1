import { DEFAULT_LIMIT } from '../../platform/db/create-database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { quoteIdentifier } from '../../platform/db/protocol/listeners.ts';
import type { NewBackup } from './backup-place.ts';
import type { Copied } from './copy-tree.ts';
import { quoted, type RowTable, readSequences, readTables, rowsFile } from './row-tables.ts';

/** Names in the data of a backup. */
export const ROWS = 'rows';
export const SEQUENCES = 'sequences.json';

/** Also what they're of: the tables, and the migrations that made them. */
export interface CopiedRows extends Copied {
  readonly tables: readonly RowTable[];
  readonly migrations: ReadonlySet<string>;
}

/** Rows per fetch; one may be a megabyte long. */
const FETCH = 200;
/** A large table is read for hours, in a session that nobody else waits for. */
const LIMITS = { limit: 600_000, idle: 600_000, total: 48 * 3_600_000 };

/**
 * Copies all rows of a database on a server in one snapshot, which PostgreSQL keeps for a transaction while others
 * read and write. Needs no external tool of a matching version.
 */
export function copyRows(database: Database, to: NewBackup): Promise<CopiedRows> {
  return database.transaction(async (tx) => {
    // With the usual limit: another one would be set by a statement before, and this must be the first.
    await tx.query('set transaction isolation level repeatable read, read only', [], {
      limit: DEFAULT_LIMIT,
    });
    const files: Copied['files'] = [];
    const write = async (name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> => {
      const path = `${ROWS}/${name}`;
      files.push({ path, ...(await to.write(path, encode(texts))) });
    };
    to.makeFolder(ROWS);
    const tables = await readTables(tx);
    for (const table of tables) await write(rowsFile(table), linesOf(tx, table));
    await write(SEQUENCES, [`${JSON.stringify(await readSequences(tx))}\n`]);
    const migrations = await tx.query<{ name: string }>('select name from migrations.applied');
    return { folders: [ROWS], files, tables, migrations: new Set(migrations.map(({ name }) => name)) };
  }, LIMITS);
}

async function* encode(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
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
    yield rows.map(({ line }) => `${line}\n`).join('');
    if (rows.length < FETCH) break;
  }
  await tx.exec('close copied');
}
