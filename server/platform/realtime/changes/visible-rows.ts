import type { Log } from '#server/lib/log.ts';
import { runAsCaller } from '../../db/as-caller.ts';
import type { Caller } from '../../db/caller.ts';
import type { Change } from '../../db/changes.ts';
import { type Database, DatabaseError, type Row, type Statement } from '../../db/database.ts';
import type { PublishedTable } from './published-tables.ts';

/** A changed row whose visibility is to be checked. */
export interface RowQuestion {
  readonly table: PublishedTable;
  readonly change: Change;
}

interface Lookup extends Statement {
  readonly asked: readonly RowQuestion[];
}

/**
 * Finds the rows that this caller can see now, decided by the policies under the caller's own role: an inserted or
 * updated row is looked up by primary key; for a deleted row the policies are evaluated on its old values.
 * One round trip, for any number of rows and tables.
 */
export async function findVisibleRows(
  { database, log }: { database: Database; log: Log },
  caller: Caller,
  questions: readonly RowQuestion[],
): Promise<ReadonlySet<Change>> {
  const byTable = [...Map.groupBy(questions, ({ table }) => table)];
  const lookups = byTable.flatMap(([table, asked]) => {
    const [deleted, kept] = [
      asked.filter(({ change }) => change.type === 'DELETE'),
      asked.filter(({ change }) => change.type !== 'DELETE'),
    ];
    return [
      ...(kept.length > 0 ? [lookUp(table, kept)] : []),
      ...(deleted.length > 0 ? [askOfDeleted(table, caller, deleted)] : []),
    ];
  });

  async function ask(some: readonly Lookup[]): Promise<Change[]> {
    try {
      const results = await runAsCaller(database, caller, some, { readOnly: true });
      return some.flatMap(({ asked }, index) =>
        (results[index]?.rows ?? []).flatMap((row) => asked[Number(row['place']) - 1]?.change ?? []),
      );
    } catch (error) {
      // A missing privilege or a failing policy only rejects its own table.
      if (!(error instanceof DatabaseError)) throw error;
      if (some.length > 1) return (await Promise.all(some.map((one) => ask([one])))).flat();
      if (error.code !== '42501') log.warn('a policy failed, and a change was not sent', { error });
      return [];
    }
  }
  return new Set(await ask(lookups));
}

function lookUp(table: PublishedTable, asked: readonly RowQuestion[]): Lookup {
  const names = table.key.map((_column, index) => `k${index}`);
  const arrays = table.key.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`);
  const same = table.key.map(({ name }, index) => `r.${quoted(name)} = t.k${index}`);
  return {
    asked,
    text: `select t.place from unnest(${arrays.join(', ')}) with ordinality as t (${names.join(', ')}, place)
           where exists (select from ${nameOf(table)} r where ${same.join(' and ')})`,
    values: table.key.map(({ name }) => asked.map(({ change }) => keyValue(change.record, name))),
  };
}

/** The condition is the policies' own, from the catalogue; it refers to columns by the table's name. */
function askOfDeleted(table: PublishedTable, caller: Caller, asked: readonly RowQuestion[]): Lookup {
  return {
    asked,
    text: `select t.place from unnest($1::text[]) with ordinality as t (gone, place)
           where exists (select from jsonb_populate_record(null::${nameOf(table)}, t.gone::jsonb) as ${quoted(table.table)}
                         where ${table.sight[caller.role]})`,
    values: [asked.map(({ change }) => change.deleted)],
  };
}

function keyValue(record: Row | null, name: string): string | null {
  const value = record?.[name] ?? null;
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

function nameOf({ schema, table }: PublishedTable): string {
  return `${quoted(schema)}.${quoted(table)}`;
}

/** Quotes an identifier from the catalogue. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
