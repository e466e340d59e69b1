import { relationAmbiguous, relationNotFound } from '../respond/schema-errors.ts';
import type { ExposedSchema, Relation, Table } from '../schema/schema.ts';

/** The one way from a table that `target` and `hint` describe. Throws PGRST200 for none and PGRST201 for several. */
export function findRelation(
  schema: ExposedSchema,
  origin: Table,
  { target, hint }: { readonly target: string; readonly hint: string | null },
): Relation {
  const matching = origin.relations.filter((relation) =>
    relation.origin === relation.target
      ? isMeantOfItself(relation, target, hint)
      : hint === null
        ? isMeant(relation, target)
        : relation.target === target && isHintedAt(relation, hint),
  );
  const [found, ...others] = matching;
  if (found === undefined) throw relationNotFound(schema, { origin, target, hint });
  if (others.length > 0) throw relationAmbiguous(origin.name, target, matching);
  return found;
}

function isMeant(relation: Relation, target: string): boolean {
  return (
    relation.target === target || constraintOf(relation) === target || columnOf(relation, 'from') === target
  );
}

function isHintedAt(relation: Relation, hint: string): boolean {
  if (relation.kind === 'many-to-many') return relation.junction === hint;
  return [relation.constraint, columnOf(relation, 'from'), columnOf(relation, 'to')].includes(hint);
}

/** One foreign key of a table to itself leads both ways: the table's name means its children, the column its parent. */
function isMeantOfItself(relation: Relation, target: string, hint: string | null): boolean {
  if (relation.kind === 'one-to-many' && relation.target === target) {
    return hint === null || columnOf(relation, 'to') === hint;
  }
  if (relation.kind === 'many-to-one') return hint === null && columnOf(relation, 'from') === target;
  return relation.kind === 'many-to-many' && relation.target === target && relation.junction === hint;
}

function constraintOf(relation: Relation): string | null {
  return relation.kind === 'many-to-many' ? null : relation.constraint;
}

/** The column of a foreign key that consists of one alone. */
function columnOf(relation: Relation, side: 'from' | 'to'): string | null {
  if (relation.kind === 'many-to-many' || relation.pairs.length !== 1) return null;
  return relation.pairs[0]?.[side] ?? null;
}
