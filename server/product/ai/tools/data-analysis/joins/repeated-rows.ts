import { NUMBER_AGGREGATES } from '../../../../files/number-aggregates.ts';
import {
  argumentsOf,
  deep,
  type Group,
  isGroup,
  isName,
  isOne,
  isQuery,
  type Node,
} from '../typed-figures/sql-nodes.ts';
import type { JoinCounts } from './count-join.ts';
import type { JoinClause, Joined } from './joined-tables.ts';
import type { Join, JoinSide, KnownTable } from './planned-join.ts';
import { type Named, namesAt, partsOf } from './summed-parts.ts';

export type Counted = Join & { readonly counts: JoinCounts };

/** A join that puts several rows of one side beside a row of the other. */
interface Repeat {
  readonly one: JoinSide;
  readonly many: JoinSide;
  /** Tables whose rows are repeated with those of `one`, because they are joined to it. */
  readonly repeated: ReadonlySet<string>;
}

interface Rows {
  readonly clause: JoinClause;
  readonly repeats: readonly Repeat[];
  /** Tables whose rows are there once. */
  readonly once: ReadonlySet<string>;
}

/** Functions that take a row again where it is repeated. */
const SUMS: ReadonlySet<string> = new Set(NUMBER_AGGREGATES);

/**
 * Finds what a SELECT adds up or counts although joins repeat its rows. A join with several rows for a key repeats not only
 * the table beside it, but whatever is joined to that one: payments once for each meter of their flat. Returns what to say
 * instead, worded for the planner.
 */
export function findRepeated(clause: JoinClause, found: readonly Counted[]): string | null {
  const names = new Set(clause.tables.map(({ table }) => table));
  // Of a table that is joined to itself, nobody can tell which side a column is of.
  const joins = found.filter(
    ({ left, right }) =>
      left.table !== right.table && names.has(left.table.name) && names.has(right.table.name),
  );
  const both = joins.filter(({ counts }) => counts.left.repeated > 0 && counts.right.repeated > 0);
  const [first] = both;
  if (first && !clause.isNarrowed) return bothRepeat(first);
  const repeats = joins
    .flatMap((join) => (both.includes(join) ? [] : repeatsOf(join, joins)))
    .filter(({ many }) => !isLeftOut(many.table, clause));
  if (repeats.length === 0) return null;
  const once = new Set([...names].filter((name) => repeats.every(({ repeated }) => !repeated.has(name))));
  const rows = { clause, repeats, once };
  for (const item of argumentsOf(clause.list)) {
    const name = item.at(-1);
    const called = isName(name) ? name.text.toLowerCase() : '';
    for (const sum of aggregatesOf(item)) {
      const wrong = valueRepeated(sum, rows) ?? rowsRepeated(sum, called, rows);
      if (wrong !== null) return wrong;
    }
  }
  for (const sum of aggregatesOf(clause.after)) {
    const wrong = valueRepeated(sum, rows);
    if (wrong !== null) return wrong;
  }
  return null;
}

function bothRepeat({ left, right, counts }: Counted): string {
  const [one, other] = [counts.left.example, counts.right.example].map((each) => JSON.stringify(each));
  return `${nameOf(left)} and ${nameOf(right)} both repeat (such as ${one} and ${other}), so that rows would count several times: first bring one of the tables to one row for each key, by a WITH that groups by it`;
}

export const nameOf = ({ table, keys }: JoinSide): string =>
  keys.map((key) => `${table.name}.${key}`).join(', ');

function repeatsOf({ left, right, counts }: Counted, joins: readonly Join[]): Repeat[] {
  const [one, many] = counts.right.repeated > 0 ? [left, right] : [right, left];
  if (counts.left.repeated === 0 && counts.right.repeated === 0) return [];
  const repeated = new Set([one.table.name]);
  for (const name of repeated) {
    for (const join of joins) {
      const ends = [join.left.table.name, join.right.table.name];
      if (!ends.includes(name)) continue;
      for (const end of ends) if (end !== many.table.name) repeated.add(end);
    }
  }
  return [{ one, many, repeated }];
}

/** Only rows that have none of this table are taken: `left join b on … where b.id is null`. */
function isLeftOut(table: KnownTable, { after, tables, isOuter }: JoinClause): boolean {
  const own = tables.filter((each) => each.table === table.name);
  const isOwn = ({ alias, column }: Named): boolean =>
    own.some((each) => alias === null || alias === (each.alias || each.through)) &&
    table.columns.some(({ name }) => name === column);
  const isAlone = !after.some((node) => isOne(node, 'or'));
  return (
    isOuter &&
    isAlone &&
    after.some(
      (node, at) =>
        (isOne(node, 'isnull') || (isOne(node, 'is') && isOne(after[at + 1], 'null'))) &&
        namesAt(after.slice(Math.max(0, at - 3), at)).some(isOwn),
    )
  );
}

function aggregatesOf(nodes: readonly Node[]): Group[] {
  return deep(nodes).filter(
    (node): node is Group =>
      isGroup(node) && (SUMS.has(node.head) || (node.head === 'count' && !isOne(node.nodes[0], 'distinct'))),
  );
}

/** A value of a row that is there several times. */
function valueRepeated(sum: Group, rows: Rows): string | null {
  const { values } = partsOf(sum);
  const [first] = values;
  if (first === undefined) return null;
  const owners = values.map((each) => ownersOf(each, rows.clause.tables, rows.repeats));
  if (owners.some((each) => each.length === 0)) return null;
  const repeat = rows.repeats.find(({ repeated }) => owners.flat().every(({ name }) => repeated.has(name)));
  if (repeat === undefined) return rows.once.size === 0 ? crossed(rows) : null;
  const [table] = owners[0] ?? [];
  const whose = `${first.column} of ${table?.name ?? ''} is repeated for each row of ${repeat.many.table.name} that it is joined to`;
  if (sum.head === 'count') {
    const key = table === repeat.one.table ? keyOf(repeat.one, rows) : `the key of ${table?.name ?? ''}`;
    return `${whose}, and would be counted several times: count each once, by COUNT(DISTINCT ${key})${orCount(repeat, rows)}`;
  }
  const isDistinct = isOne(sum.nodes[0], 'distinct');
  const what = isDistinct
    ? ', and DISTINCT leaves out what is equal in other rows'
    : ', and would be added up several times';
  return `${whose}${what}: add it up before it is joined, by a WITH that groups by its key, or, where it is to count for each of those rows, take it by a subquery of its own: (SELECT ${first.column} FROM ${table?.name ?? ''} WHERE …)`;
}

/** Rows are counted, and it isn't sure that those are meant that are there once. */
function rowsRepeated(sum: Group, called: string, rows: Rows): string | null {
  const { values, conditions } = partsOf(sum);
  // A subquery takes a value for each row, and says which.
  if (values.length > 0 || deep(sum.nodes).some((node) => isGroup(node) && isQuery(node.nodes))) return null;
  const { clause, repeats, once } = rows;
  if (once.size === 0) return crossed(rows);
  const isOnce = (name: string | undefined): boolean => name !== undefined && once.has(name);
  const named = clause.tables.find(
    ({ table, alias }) => called === table || (called !== '' && called === alias),
  );
  if (named && !isOnce(named.table)) return unclear(rows, named.table);
  // A row without any of the other table is counted, too.
  if (named && !clause.isOuter) return null;
  const asked = conditions.map((each) => ownersOf(each, clause.tables, repeats));
  if (asked.some((owners) => owners.length > 0 && owners.every(({ name }) => isOnce(name)))) return null;
  const first = clause.tables[0]?.table;
  return isOnce(first) ? null : unclear(rows, first ?? '');
}

function unclear(rows: Rows, table: string): string | null {
  const repeat =
    rows.repeats.find(({ one }) => one.table.name === table) ??
    rows.repeats.find(({ repeated }) => repeated.has(table));
  if (repeat === undefined) return null;
  return `rows of ${table} are repeated for each row of ${repeat.many.table.name}, and it isn't clear which are counted: write COUNT(DISTINCT ${keyOf(repeat.one, rows)}) for those of ${repeat.one.table.name}${orCount(repeat, rows)}`;
}

const orCount = ({ many }: Repeat, rows: Rows): string =>
  rows.once.has(many.table.name) ? `, or COUNT(${keyOf(many, rows)}) for those of ${many.table.name}` : '';

/** Several tables repeat each other's rows. */
function crossed({ repeats }: Rows): string {
  const many = [...new Set(repeats.map((each) => each.many.table.name))];
  const middle = [...new Set(repeats.map(({ one }) => nameOf(one)))];
  return `${many.join(' and ')} have several rows for one ${middle.join(' and ')}, so that each row of the one stands beside each of the other, and sums and counts are too large: bring each to one row for each key, by a WITH that groups by it, and join those`;
}

/** A key as the query calls it. */
function keyOf({ table, keys }: JoinSide, { clause }: Rows): string {
  const alias = clause.tables.find((each) => each.table === table.name)?.alias;
  const [key = ''] = keys;
  return alias && table.columns.some(({ name }) => name === key) ? `${alias}.${key}` : key;
}

/** Tables that a column may be of: without its table's name, those that have one of this name. */
function ownersOf(
  { alias, column }: Named,
  tables: readonly Joined[],
  repeats: readonly Repeat[],
): KnownTable[] {
  const known = new Map(
    repeats.flatMap(({ one, many }) => [one, many]).map(({ table }) => [table.name, table]),
  );
  return tables.flatMap((each) => {
    const table = known.get(each.table);
    const has = table?.columns.some(({ name }) => name === column) ?? false;
    if (table === undefined || !has) return [];
    return alias === null || alias === (each.alias || each.through) ? [table] : [];
  });
}
