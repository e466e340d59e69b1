import type { Cell } from '#domain/analysis/analysis.ts';
import { type Pivot, type QueryOutcome, RESULT_ROWS } from '../../table-facts.ts';

/** Maximum columns that a pivot makes: days of a month. Wider tables can't be read. */
const COLUMNS_MOST = 31;
/** Maximum rows of a result that is pivoted. */
export const ROWS_PIVOTED = 10_000;
const NAME_LENGTH = 60;

type Result = Pick<Extract<QueryOutcome, { ok: true }>, 'columns' | 'rows' | 'count'>;

/**
 * Pivots rows such as month, region and total: a row for each month, a column for each region. Cells that no row
 * has are empty. Throws, worded for the planner, if a cell would have two values: only the query can say whether one of
 * them counts, or their sum.
 */
export function pivotRows({ columns, rows, count }: Result, pivot: Pivot): Result & { readonly own: number } {
  if (count > ROWS_PIVOTED) throw new Error(`pivot: at most ${ROWS_PIVOTED} rows are pivoted, not ${count}`);
  const across = placeOf(columns, pivot.across);
  const value = placeOf(columns, pivot.value);
  const own = [...columns.keys()].filter((at) => at !== across && at !== value);
  if (across === value || own.length === 0)
    throw new Error('pivot: besides "across" and "value", the result needs a column that names its rows');
  const heads = own.map((at) => columns[at] ?? '');
  const long = rows.map((row) => ({
    keys: own.map((at) => row[at] ?? null),
    name: row[across] ?? null,
    cell: row[value] ?? null,
  }));
  assertUnique(long, [...heads, pivot.across]);
  const names = nameColumns(new Set(long.map(({ name }) => name)), pivot.across, heads);
  const places = new Map([...names.keys()].map((name, at) => [name, own.length + at]));
  const pivoted = new Map<string, Cell[]>();
  for (const { keys, name, cell } of long) {
    const key = JSON.stringify(keys);
    const row = pivoted.get(key) ?? [...keys, ...[...names].map(() => null)];
    row[places.get(name) ?? row.length] = cell;
    pivoted.set(key, row);
  }
  return {
    columns: [...heads, ...names.values()],
    rows: [...pivoted.values()].slice(0, RESULT_ROWS),
    count: pivoted.size,
    own: own.length,
  };
}

function placeOf(columns: readonly string[], name: string): number {
  const at = columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
  if (at === -1) throw new Error(`pivot: the result has no column ${name}`);
  return at;
}

function assertUnique(rows: readonly { keys: Cell[]; name: Cell }[], heads: readonly string[]): void {
  const filled = new Set<string>();
  for (const { keys, name } of rows) {
    const place = JSON.stringify([...keys, name]);
    if (filled.has(place))
      throw new Error(`pivot: several rows have ${place} as ${heads.join(', ')}: group by these`);
    filled.add(place);
  }
}

/** Digits by their value: 2 before 10. */
const order = new Intl.Collator('en', { numeric: true });

const compare = (a: Cell, b: Cell): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b));

/** Names a column for each value, sorted. A report names cells by them, so they differ, and have no braces or bars. */
function nameColumns(
  values: ReadonlySet<Cell>,
  across: string,
  heads: readonly string[],
): ReadonlyMap<Cell, string> {
  if (values.size > COLUMNS_MOST)
    throw new Error(
      `pivot: ${across} has ${values.size} different values, and at most ${COLUMNS_MOST} become columns: group them, choose some, or pivot by another column`,
    );
  const taken = new Set(heads.map((head) => head.toLowerCase()));
  const names = new Map<Cell, string>();
  for (const value of [...values].toSorted(compare)) {
    const name = toName(value);
    if (name === '')
      throw new Error(`pivot: some rows have no ${across}: leave them out, or name them by coalesce()`);
    if (taken.has(name.toLowerCase()))
      throw new Error(`pivot: two columns would be called ${name}: make the values of ${across} differ`);
    taken.add(name.toLowerCase());
    names.set(value, name);
  }
  return names;
}

const toName = (value: Cell): string =>
  String(value ?? '')
    .replace(/[{}[\]|\s]+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH)
    .toWellFormed();
