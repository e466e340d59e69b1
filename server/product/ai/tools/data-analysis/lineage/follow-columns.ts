import type { ColumnFacts } from '../../../../files/table-facts.ts';
import { followValue, type Scope } from './follow-value.ts';
import { isData, type Made, together } from './made.ts';
import { parseQuery } from './parse-query.ts';
import type { Arm, Expression, Query, Source } from './sql-tree.ts';
import { NotFollowed } from './token-reader.ts';

/** A table as far as its columns are followed. */
export interface FollowedTable {
  readonly name: string;
  readonly columns: readonly Pick<ColumnFacts, 'name' | 'label' | 'type' | 'unit'>[];
}

/** Columns of a result, or of a table, with what they are made of. */
type Columns = readonly (readonly [name: string, made: Made])[];

const PERCENT = /%|\bper ?cent\b|\bpercentage\b|\bpct\b|\bprozent/iu;

/** What each column of a query's result is made of; null: it cannot be followed. */
export function followColumns(sql: string, tables: readonly FollowedTable[]): Made[] | null {
  const known = new Map(
    tables.map(({ name, columns }) => [name.toLowerCase(), columns.map(ofTable)] as const),
  );
  try {
    return followQuery(parseQuery(sql), known, null).map(([, made]) => made);
  } catch (error) {
    if (error instanceof NotFollowed) return null;
    throw error;
  }
}

function ofTable({ name, label, type, unit }: FollowedTable['columns'][number]): Columns[number] {
  const made = isData(unit ?? (PERCENT.test(label) ? '%' : null));
  return [name.toLowerCase(), { ...made, texts: type === 'number' ? [] : [name] }];
}

type Known = ReadonlyMap<string, Columns>;

function followQuery(query: Query, known: Known, outer: Scope | null): Columns {
  const named = new Map(known);
  for (const { name, columns, query: inner } of query.named) {
    const made = followQuery(inner, named, outer);
    named.set(name, columns === null ? made : made.map(([, each], at) => [columns[at] ?? '', each]));
  }
  const [first = [], ...more] = query.arms.map((arm) => followArm(arm, named, outer));
  return first.map(([name, made], at) => [
    name,
    together([made, ...more.flatMap((columns) => columns[at]?.[1] ?? [])]),
  ]);
}

function followArm({ columns, from, conditions }: Arm, known: Known, outer: Scope | null): Columns {
  const sources = from.map((source) => [source.name, columnsOf(source, known, outer)] as const);
  const scope: Scope = {
    columnOf(table, name) {
      const wanted = name.toLowerCase();
      for (const [alias, made] of sources) {
        if (table !== null && table !== alias) continue;
        const found = made.find(([each]) => each === wanted)?.[1];
        if (found !== undefined) return found;
      }
      return outer?.columnOf(table, name) ?? null;
    },
    hasRows: sources.some(([, made]) => made.some(([, each]) => each.isData)),
    columnsOf: (query) => followQuery(query, known, scope).map(([, made]) => made),
  };
  const reckoned = [
    ...conditions.flatMap((condition) => reckonedIn(condition, scope)),
    // Rows that an inner query has taken by such a condition are counted here without naming a column of it.
    ...sources.flatMap(([, made]) => made.flatMap(([, each]) => each.reckoned)),
  ];
  return columns
    .flatMap((column): Columns => {
      if ('value' in column) return [[column.name, followValue(column.value, scope)]];
      const { allOf } = column;
      return sources.filter(([alias]) => allOf === null || allOf === alias).flatMap(([, made]) => made);
    })
    .map(([name, made]) => [name, { ...made, reckoned: [...new Set([...made.reckoned, ...reckoned])] }]);
}

/** Columns of texts that a condition takes for numbers. It may also name columns of the result, which are followed there. */
function reckonedIn(condition: Expression, scope: Scope): readonly string[] {
  try {
    return followValue(condition, scope).reckoned;
  } catch (error) {
    if (error instanceof NotFollowed) return [];
    throw error;
  }
}

function columnsOf({ of }: Source, known: Known, outer: Scope | null): Columns {
  if (typeof of !== 'string') return followQuery(of, known, outer);
  const columns = known.get(of);
  if (columns === undefined) throw new NotFollowed(`${of} is no table`);
  return columns;
}
