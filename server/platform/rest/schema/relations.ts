import type { KeyRow } from './read-catalogue.ts';
import type { ColumnPair, DirectRelation, JunctionRelation, Relation } from './schema.ts';
import type { ViewColumn } from './view-columns.ts';

/** Source of the relations of a schema: keys of all schemas, since a view may show tables of another one. */
export interface Keys {
  readonly schema: string;
  readonly keys: readonly KeyRow[];
  readonly viewColumns: readonly ViewColumn[];
}

/** A table, or a view of it, in one schema, with its names for the table's columns. */
interface Place {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly string[];
}

interface Shown {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Returns all relations between tables and views of one schema, by origin. */
export function relationsOf(all: Keys): ReadonlyMap<string, Relation[]> {
  const uniques = all.keys.filter((key) => key.kind !== 'f');
  const there = all.keys.flatMap((key) => forwardRelations(all, key, uniques));
  const direct = there.flatMap((relation) => [relation, backward(all, relation)]);
  const junctions = junctionRelations(all, there);
  return Map.groupBy<string, Relation>([...direct, ...junctions], (relation) => relation.origin);
}

/** Primary keys by table or view. A view that shows a key column twice uses the first name. */
export function primaryKeysOf(all: Keys): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const key of all.keys.filter(({ kind }) => kind === 'p')) {
    for (const { name, columns } of placesOf(all, key)) {
      if (!found.has(name)) found.set(name, columns);
    }
  }
  return found;
}

function forwardRelations(all: Keys, key: KeyRow, uniques: readonly KeyRow[]): DirectRelation[] {
  const { target_schema: schema, target_table: table, target_columns: columns } = key;
  if (key.kind !== 'f' || schema === null || table === null || columns === null) return [];
  const isUnique = uniques.some(
    (unique) =>
      unique.schema === key.schema && unique.table === key.table && isSameSet(unique.columns, key.columns),
  );
  const targets = placesOf(all, { schema, table, columns });
  return placesOf(all, key).flatMap((origin) =>
    targets.map((target) => ({
      kind: isUnique ? ('one-to-one' as const) : ('many-to-one' as const),
      constraint: key.name,
      origin: origin.name,
      target: target.name,
      isTargetView: target.isView,
      pairs: origin.columns.map((from, at) => ({ from, to: target.columns[at] ?? '' })),
    })),
  );
}

function isView({ schema, viewColumns }: Keys, name: string): boolean {
  return viewColumns.some((shown) => shown.schema === schema && shown.view === name);
}

function backward(all: Keys, relation: DirectRelation): DirectRelation {
  return {
    kind: relation.kind === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    constraint: relation.constraint,
    origin: relation.target,
    target: relation.origin,
    isTargetView: isView(all, relation.origin),
    pairs: relation.pairs.map(flip),
  };
}

function placesOf({ schema, viewColumns }: Keys, shown: Shown): Place[] {
  const itself =
    shown.schema === schema ? [{ name: shown.table, isView: false, columns: shown.columns }] : [];
  const ofTable = viewColumns.filter(
    (column) =>
      column.schema === schema && column.base.schema === shown.schema && column.base.table === shown.table,
  );
  const views = Map.groupBy(ofTable, ({ view }) => view);
  const places = [...views].flatMap(([name, columns]) =>
    namesIn(columns, shown.columns).map((names) => ({ name, isView: true, columns: names })),
  );
  return [...itself, ...places];
}

/** Returns the view's names for these columns: every combination if it shows one twice, none if one is missing. */
function namesIn(shown: readonly ViewColumn[], columns: readonly string[]): string[][] {
  return columns.reduce<string[][]>(
    (ways, column) =>
      ways.flatMap((way) =>
        shown.filter(({ base }) => base.column === column).map((found) => [...way, found.column]),
      ),
    [[]],
  );
}

/** A table whose primary key contains two foreign keys is a junction of the tables they reference. */
function junctionRelations(all: Keys, there: readonly DirectRelation[]): JunctionRelation[] {
  const primaryKeys = primaryKeysOf(all);
  const inKey = there.filter(({ origin, pairs }) =>
    pairs.every(({ from }) => primaryKeys.get(origin)?.includes(from)),
  );
  return [...Map.groupBy(inKey, ({ origin }) => origin)].flatMap(([junction, relations]) =>
    relations.flatMap((source) =>
      relations
        .filter((target) => target.constraint !== source.constraint)
        .map((target) => ({
          kind: 'many-to-many' as const,
          origin: source.target,
          target: target.target,
          junction,
          isJunctionView: isView(all, junction),
          originConstraint: source.constraint,
          targetConstraint: target.constraint,
          originPairs: source.pairs.map(flip),
          targetPairs: target.pairs,
        })),
    ),
  );
}

const flip = ({ from, to }: ColumnPair): ColumnPair => ({ from: to, to: from });

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}
