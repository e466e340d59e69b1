import type { Cell } from '#domain/analysis/analysis.ts';
import { cleanText } from '#server/product/ai/language/clean-text.ts';
import { NUMBER_AGGREGATES } from '../../number-aggregates.ts';
import { type QueryOutcome, RESULT_ROWS, type TableQuery } from '../../table-facts.ts';
import { refuseQuery } from './guard-query.ts';
import { pivotRows, ROWS_PIVOTED } from './pivot-rows.ts';
import { roundFloat } from './profile-table.ts';
import type { Sandbox } from './sql-sandbox.ts';
import { NO_CLOCK } from './stop-clock.ts';

const TEXT_LENGTH = 200;
/** Larger results are cross joins, and unreadable. */
const COUNTED_ROWS = 1_000_000;

/** Runs a query and returns the start of its result with the total number of rows. */
export function askSandbox({ database, tables, named }: Sandbox, query: TableQuery): QueryOutcome {
  const { sql, pivot } = typeof query === 'string' ? { sql: query, pivot: null } : query;
  const kept = pivot === null ? RESULT_ROWS : ROWS_PIVOTED;
  const refused = refuseQuery(sql) ?? refuseSums(tables, sql);
  if (refused !== null) return { ok: false, why: 'refused', says: refused };
  try {
    named.clear();
    const statement = database.prepare(sql);
    const read = tables.filter(({ name }) => named.has(name));
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }, at) => name || `column_${at + 1}`);
    const rows: Cell[][] = [];
    let count = 0;
    for (const row of statement.iterate()) {
      if (rows.length < kept) rows.push(Object.values(row).map(toCell));
      count += 1;
      if (count > COUNTED_ROWS)
        return { ok: false, why: 'slow', says: 'the result has more than a million rows' };
    }
    return {
      ok: true,
      ...(pivot === null ? { columns, rows, count } : pivotRows({ columns, rows, count }, pivot)),
      read: read.reduce((sum, table) => sum + table.rows, 0),
      tables: read.map(({ name }) => name),
    };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const isRefused = says === NO_CLOCK || /not authorized|prohibited/.test(says);
    return { ok: false, why: isRefused ? 'refused' : 'wrong', says: says.slice(0, 300) };
  }
}

const SUMS = new RegExp(
  `\\b(?:${NUMBER_AGGREGATES.join('|')})\\s*\\(\\s*(?:distinct\\s+)?"?([\\p{L}\\p{M}\\p{N}_]+)"?\\s*[),]`,
  'giu',
);

/** SQLite silently sums texts by their leading digits, or as zero. */
function refuseSums(tables: Sandbox['tables'], sql: string): string | null {
  const columns = tables.flatMap((table) => table.columns);
  for (const [, name = ''] of sql.matchAll(SUMS)) {
    const named = columns.filter((column) => column.name === name.toLowerCase());
    if (named.length > 0 && named.every(({ type }) => type !== 'number'))
      return `${name} holds no numbers: it cannot be added up`;
  }
  return null;
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? roundFloat(value) : null;
  if (typeof value === 'bigint') return Number(value);
  const text = cleanText(typeof value === 'string' ? value : '');
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH).toWellFormed()}…` : text;
}
