import { constants, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { NUMBER_AGGREGATES } from '../../number-aggregates.ts';
import { readHours } from './columns/read-time.ts';
import { addStatistics } from './statistics.ts';
import { stopClock } from './stop-clock.ts';
import type { TypedTable } from './type-table.ts';

/** Functions that a query may call. None that read files, tell the time, are random, or amplify their input. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...NUMBER_AGGREGATES,
  ...`abs ceil ceiling coalesce concat concat_ws count cume_dist date datetime dense_rank exp first_value floor
  group_concat hours iif ifnull instr julianday lag last_value lead length like glob ln log log10 lower ltrim max min mod
  nth_value ntile nullif percent_rank pow power rank round row_number rtrim sign sqrt
  strftime string_agg substr substring trim trunc typeof unicode upper`.split(/\s+/),
]);

/** SQLite's internal tables and table-valued functions, such as `sqlite_schema` and `pragma_table_list`. */
const INTERNAL = /^(?:sqlite|pragma|json)_/i;

/** Limits of a query. Our own inserts are longer. */
const LIMITS = {
  length: 2_000_000,
  sqlLength: 8_000,
  column: 400,
  exprDepth: 100,
  compoundSelect: 10,
  functionArg: 20,
  likePatternLength: 200,
  attach: 0,
};

export interface Sandbox {
  readonly database: DatabaseSync;
  /** What a query may read. */
  readonly tables: readonly SandboxTable[];
  /** Names of the tables that have been named by statements since this set was cleared. */
  readonly named: Set<string>;
}

/** A table without its values: SQLite has these. */
interface SandboxTable extends Pick<TypedTable, 'name' | 'rows'> {
  readonly columns: readonly Pick<TypedTable['columns'][number], 'name' | 'type'>[];
}

/** Creates an in-memory database with the tables that `fill` adds, restricted to reading them. */
export async function openSandbox(fill: (add: (table: TypedTable) => void) => unknown): Promise<Sandbox> {
  const sandbox = new DatabaseSync(':memory:', { allowExtension: false });
  const tables: SandboxTable[] = [];
  await fill((table) => {
    insert(sandbox, table);
    tables.push({ ...table, columns: table.columns.map(({ name, type }) => ({ name, type })) });
  });
  Object.assign(sandbox.limits, LIMITS);
  addStatistics(sandbox);
  addHours(sandbox);
  stopClock(sandbox);
  const known = new Set(tables.map(({ name }) => name));
  const named = new Set<string>();
  sandbox.setAuthorizer((act, first, second) => {
    switch (act) {
      case constants.SQLITE_SELECT:
        return constants.SQLITE_OK;
      case constants.SQLITE_READ:
        if (first && known.has(first)) named.add(first);
        // A subquery has no name. A CTE has its own, and `count(*)` over it reads no column.
        return !first || known.has(first) || (second === '' && !INTERNAL.test(first))
          ? constants.SQLITE_OK
          : constants.SQLITE_DENY;
      case constants.SQLITE_FUNCTION:
        return FUNCTIONS.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : constants.SQLITE_DENY;
      default:
        return constants.SQLITE_DENY;
    }
  });
  return { database: sandbox, tables, named };
}

const SQL_TYPES = { number: 'real', date: 'text', text: 'text' } as const;
/** Values per statement: fewer statements, and far below the limit. */
const VALUES = 4_000;

function insert(sandbox: DatabaseSync, { name, columns, rows }: TypedTable): void {
  const types = columns.map(({ values, type }) =>
    type === 'number' && values.every((value) => value === null || Number.isInteger(value))
      ? 'integer'
      : SQL_TYPES[type],
  );
  const list = columns.map((column, at) => `"${column.name}" ${types[at]}`).join(', ');
  sandbox.exec(`create table "${name}" (${list})`);
  const batch = Math.max(1, Math.floor(VALUES / columns.length));
  const one = `(${columns.map(() => '?').join(',')})`;
  const prepare = (count: number) =>
    sandbox.prepare(`insert into "${name}" values ${Array.from({ length: count }, () => one).join(',')}`);
  const whole = rows >= batch ? prepare(batch) : null;
  sandbox.exec('begin');
  for (let from = 0; from < rows; from += batch) {
    const to = Math.min(rows, from + batch);
    const values: SQLInputValue[] = [];
    for (let row = from; row < to; row += 1)
      for (const column of columns) values.push(column.values[row] ?? null);
    (to - from === batch && whole ? whole : prepare(to - from)).run(...values);
  }
  sandbox.exec('commit');
}

/** Adds what turns a time of day into a number, so that lengths of time can be computed from it. */
function addHours(sandbox: DatabaseSync): void {
  sandbox.function('hours', { deterministic: true }, (time) =>
    typeof time === 'string' ? readHours(time) : null,
  );
}
