import type { JoinedTables } from '#domain/analysis/analysis.ts';
import type { QueryOutcome } from '../../../../files/table-facts.ts';
import { isOne, tokensOf } from '../typed-figures/sql-nodes.ts';
import { countingSql, toCounts } from './count-join.ts';
import { type JoinClause, joinClauses, queryNames } from './joined-tables.ts';
import { bare, type Join, type KnownTable, type PlannedJoin, toJoin, write } from './planned-join.ts';
import { type Counted, findRepeated, nameOf } from './repeated-rows.ts';

interface Planned {
  readonly sql: string;
  readonly joins: readonly PlannedJoin[];
}

/**
 * The joins with the tables that the query calls otherwise. Those of a query of its WITH are left out: what belongs
 * together there isn't rows of a table, or has to be named by the table that they come from.
 */
function ofTables({ sql, joins }: Planned, tables: readonly KnownTable[]): PlannedJoin[] {
  const known = new Set(tables.map(({ name }) => name));
  const called = new Map(
    joinClauses(sql, known).flatMap((clause) =>
      clause.tables.map(({ alias, table }) => [alias, table] as const),
    ),
  );
  const queries = queryNames(sql);
  const tableOf = (given: string): string | null => {
    const name = given.trim().toLowerCase();
    if (known.has(name)) return name;
    return called.get(name) ?? (queries.has(name) ? null : given);
  };
  return joins.flatMap(({ left, right, keys }) => {
    const [one, other] = [tableOf(left), tableOf(right)];
    return one === null || other === null ? [] : [{ left: one, right: other, keys }];
  });
}

/** Queries that count what the joins of a plan put together, each once. */
export function countingQueries(planned: readonly Planned[], tables: readonly KnownTable[]): string[] {
  const joins = planned.flatMap((query) => ofTables(query, tables)).map((join) => toJoin(join, tables));
  return [...new Set(joins.flatMap((join) => (typeof join === 'string' ? [] : [countingSql(join)])))];
}

export interface JudgedJoins {
  /** Why the query can't be answered, worded for the planner. */
  readonly refused: string | null;
  readonly joined: readonly JoinedTables[];
}

/**
 * Checks how a query puts tables together: by keys that the plan names, that are on both sides, and that make no row count
 * several times. What rests on a wrong key looks like any other figure.
 */
export function judgeJoins(
  query: Planned,
  tables: readonly KnownTable[],
  counted: ReadonlyMap<string, QueryOutcome>,
): JudgedJoins {
  const { sql } = query;
  const found: Counted[] = [];
  const refuse = (refused: string): JudgedJoins => ({ refused, joined: [] });
  for (const planned of ofTables(query, tables)) {
    const join = toJoin(planned, tables);
    if (typeof join === 'string') return refuse(join);
    const counts = toCounts(counted.get(countingSql(join)));
    if (typeof counts === 'string')
      return refuse(`"joins" of ${planned.left} and ${planned.right}: ${counts}`);
    if (counts.left.matched === 0) return refuse(nothingMatches(join));
    found.push({ ...join, counts });
  }
  const small = tables.filter(({ rows }) => rows <= 1).map(({ name }) => name);
  const known = new Set(tables.map(({ name }) => name));
  for (const name of small) known.delete(name);
  for (const clause of joinClauses(sql, known)) {
    const refused =
      unnamed(clause, found) ?? otherwise(clause, { sql, found }) ?? findRepeated(clause, found);
    if (refused !== null) return refuse(refused);
  }
  return { refused: null, joined: found.map(toJoined) };
}

function nothingMatches({ left, right }: Join): string {
  const examples = ({ table, keys }: Join['left']): string => {
    const column = table.columns.findIndex(({ name }) => name === keys[0]);
    const some = table.sample.flatMap((row) => row[column] ?? []).slice(0, 3);
    return some.length > 0 ? ` (such as ${some.map((each) => JSON.stringify(each)).join(', ')})` : '';
  };
  return `no ${nameOf(left)}${examples(left)} is equal to a ${nameOf(right)}${examples(right)}: join by other keys, or make them alike in the same way in "joins" and in the query`;
}

const isBetween = ({ left, right }: Join, one: string, other: string): boolean =>
  (left.table.name === one && right.table.name === other) ||
  (left.table.name === other && right.table.name === one);

/** Each table of a SELECT has to be joined to another one of it. */
function unnamed({ tables }: JoinClause, joins: readonly Join[]): string | null {
  const [first, ...rest] = tables.map(({ table }) => table);
  const reached = [first ?? ''];
  while (rest.length > 0) {
    const next = rest.findIndex((table) =>
      reached.some((each) => joins.some((join) => isBetween(join, each, table))),
    );
    if (next === -1)
      return `${reached.join(', ')} and ${rest.join(', ')} are put together, but "joins" does not say by which columns`;
    reached.push(...rest.splice(next, 1));
  }
  return null;
}

/** The keys that are counted have to be those that the query uses. */
function otherwise(
  { tables }: JoinClause,
  { sql, found }: { readonly sql: string; readonly found: readonly Join[] },
): string | null {
  const tokens = tokensOf(sql);
  const text = ` ${write(bare(tokens))} `;
  const isNatural = tokens.some((token) => isOne(token, 'natural'));
  const direct = new Set(tables.filter(({ alias }) => alias !== '').map(({ table }) => table));
  for (const { left, right } of found) {
    if (!direct.has(left.table.name) || !direct.has(right.table.name)) continue;
    const missing = left.keys.findIndex((one, at) => {
      const other = right.keys[at] ?? '';
      if (text.includes(` ${one} = ${other} `) || text.includes(` ${other} = ${one} `)) return false;
      return one !== other || !(isNatural || isInUsing(one, text));
    });
    if (missing !== -1)
      return `"joins" names ${nameOf(left)} = ${nameOf(right)}, but the query does not join them so`;
  }
  return null;
}

const isInUsing = (column: string, text: string): boolean =>
  [...text.matchAll(/ using \( ([^)]*) \)/g)].some(([, list = '']) => list.split(' , ').includes(column));

/** Told from the side with several rows for a key, whose rows are looked up on the other. */
function toJoined({ left, right, counts }: Counted): JoinedTables {
  const isTurned = counts.right.repeated > 0 && counts.left.repeated === 0;
  const [one, other, { matched }] = isTurned ? [right, left, counts.right] : [left, right, counts.left];
  const keys = one.keys.map(
    (key, at) => `${one.table.name}.${key} = ${other.table.name}.${other.keys[at] ?? ''}`,
  );
  return { from: one.table.name, to: other.table.name, keys, rows: one.table.rows, matched };
}
