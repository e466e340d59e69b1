import { runAsCaller } from '../db/as-caller.ts';
import type { Change } from '../db/changes.ts';
import { type Database, DatabaseError, type Row } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import type { PublishedTable } from './published-tables.ts';

/** An inserted or updated row whose visibility to the caller is in question. */
export interface RowQuestion {
  readonly table: PublishedTable;
  readonly change: Change;
}

/**
 * Which of the rows this caller can see now: looked up by primary key as the caller's own role, so that exactly the
 * policies decide. One round trip, whatever the number of rows and tables.
 */
export async function findVisibleRows(
  database: Database,
  caller: Caller,
  questions: readonly RowQuestion[],
): Promise<ReadonlySet<Change>> {
  const byTable = [...Map.groupBy(questions, ({ table }) => table)];
  const lookups = byTable.map(([table, asked]) => lookup(table, asked));
  try {
    const results = await runAsCaller(database, caller, lookups, { readOnly: true });
    return new Set(
      byTable.flatMap(([, asked], index) =>
        (results[index]?.rows ?? []).flatMap((row) => asked[Number(row['place']) - 1]?.change ?? []),
      ),
    );
  } catch (error) {
    // No privilege on a table refuses it; others of the batch are asked again without it.
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    if (byTable.length === 1) return new Set();
    const each = await Promise.all(byTable.map(([, asked]) => findVisibleRows(database, caller, asked)));
    return new Set(each.flatMap((visible) => [...visible]));
  }
}

function lookup(table: PublishedTable, asked: readonly RowQuestion[]): { text: string; values: unknown[] } {
  const names = table.key.map((_column, index) => `k${index}`);
  const arrays = table.key.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`);
  const same = table.key.map(({ name }, index) => `r.${quoted(name)} = t.k${index}`);
  return {
    text: `select t.place from unnest(${arrays.join(', ')}) with ordinality as t (${names.join(', ')}, place)
           where exists (select from ${quoted(table.schema)}.${quoted(table.table)} r where ${same.join(' and ')})`,
    values: table.key.map(({ name }) => asked.map(({ change }) => keyValue(change.record, name))),
  };
}

function keyValue(record: Row | null, name: string): string | null {
  const value = record?.[name] ?? null;
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Names come from the catalogue; quoting makes any of them an identifier. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
