import type { KeyRow } from './read-catalogue.ts';
import type { ColumnPair, DirectRelation, JunctionRelation, Relation } from './schema.ts';

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly pairs: readonly ColumnPair[];
}

/** Every way between two tables of one schema, by the table it starts from. */
export function relationsOf(keys: readonly KeyRow[]): ReadonlyMap<string, Relation[]> {
  const foreignKeys = keys.flatMap(toForeignKey);
  const uniques = keys.filter((key) => key.kind !== 'f');
  const direct = foreignKeys.flatMap((key) => directRelations(key, uniques));
  const primary = keys.filter((key) => key.kind === 'p');
  const junctions = primary.flatMap((key) => junctionRelations(key, foreignKeys));
  return Map.groupBy<string, Relation>([...direct, ...junctions], (relation) => relation.origin);
}

function toForeignKey(key: KeyRow): ForeignKey[] {
  const { target_table: to, target_columns: targets } = key;
  if (key.kind !== 'f' || to === null || targets === null || key.target_schema !== key.schema) return [];
  const pairs = key.columns.map((from, at) => ({ from, to: targets[at] ?? '' }));
  return [{ name: key.name, from: key.table, to, pairs }];
}

function directRelations(key: ForeignKey, uniques: readonly KeyRow[]): DirectRelation[] {
  const columns = key.pairs.map((pair) => pair.from);
  const isUnique = uniques.some((unique) => unique.table === key.from && isSameSet(unique.columns, columns));
  const there = { constraint: key.name, origin: key.from, target: key.to, pairs: key.pairs };
  const back = { constraint: key.name, origin: key.to, target: key.from, pairs: key.pairs.map(flip) };
  return isUnique
    ? [
        { kind: 'one-to-one', ...there },
        { kind: 'one-to-one', ...back },
      ]
    : [
        { kind: 'many-to-one', ...there },
        { kind: 'one-to-many', ...back },
      ];
}

/** A table whose primary key contains two foreign keys joins the tables they point at. */
function junctionRelations(primary: KeyRow, foreignKeys: readonly ForeignKey[]): JunctionRelation[] {
  const inKey = foreignKeys.filter(
    (key) => key.from === primary.table && key.pairs.every((pair) => primary.columns.includes(pair.from)),
  );
  return inKey.flatMap((source) =>
    inKey
      .filter((target) => target.name !== source.name)
      .map((target) => ({
        kind: 'many-to-many' as const,
        origin: source.to,
        target: target.to,
        junction: primary.table,
        originConstraint: source.name,
        targetConstraint: target.name,
        originPairs: source.pairs.map(flip),
        targetPairs: target.pairs,
      })),
  );
}

const flip = ({ from, to }: ColumnPair): ColumnPair => ({ from: to, to: from });

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}
