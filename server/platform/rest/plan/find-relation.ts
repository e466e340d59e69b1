import { relationAmbiguous, relationNotFound } from '../respond/schema-errors.ts';
import type { ComputedRelation, ExposedSchema, Relation, Table } from '../schema/schema.ts';

/**
 * Resolves `target` and `hint` to exactly one relation of a table. Throws PGRST200 for none and PGRST201 for several.
 */
export function findRelation(
  schema: ExposedSchema,
  origin: Table,
  { target, hint }: { readonly target: string; readonly hint: string | null },
): Relation | ComputedRelation {
  // A computed relation overrides foreign keys.
  const computed = origin.computedRelations.get(target);
  if (computed !== undefined) return computed;
  const matching = origin.relations.filter((relation) =>
    relation.origin === relation.target
      ? isMeantBySelfReference(relation, target, hint)
      : hint === null
        ? isMeant(relation, target)
        : relation.target === target && isHintedAt(relation, hint),
  );
  const choices =
    hint === null ? matching.filter((relation) => !isDuplicateJunction(relation, matching)) : matching;
  const [found, ...others] = choices;
  if (found === undefined) throw relationNotFound(schema, { origin, target, hint });
  if (others.length > 0) throw relationAmbiguous(origin.name, target, choices);
  return found;
}

/** True for a junction view that duplicates its junction table, so that the relation isn't ambiguous. */
function isDuplicateJunction(relation: Relation, matching: readonly Relation[]): boolean {
  if (relation.kind !== 'many-to-many' || !relation.isJunctionView) return false;
  return matching.some(
    (other) =>
      other.kind === 'many-to-many' &&
      !other.isJunctionView &&
      other.originConstraint === relation.originConstraint &&
      other.targetConstraint === relation.targetConstraint,
  );
}

function isMeant(relation: Relation, target: string): boolean {
  if (relation.target === target) return true;
  // A constraint or column name means the table, not each of its views as well.
  if (relation.kind === 'many-to-many' || relation.isTargetView) return false;
  return relation.constraint === target || columnOf(relation, 'from') === target;
}

function isHintedAt(relation: Relation, hint: string): boolean {
  if (relation.kind === 'many-to-many') return relation.junction === hint;
  return [relation.constraint, columnOf(relation, 'from'), columnOf(relation, 'to')].includes(hint);
}

/** A self-referencing foreign key leads both ways: the table's name means the children, the column the parent. */
function isMeantBySelfReference(relation: Relation, target: string, hint: string | null): boolean {
  if (relation.kind === 'one-to-many' && relation.target === target) {
    return hint === null || columnOf(relation, 'to') === hint;
  }
  if (relation.kind === 'many-to-one') return hint === null && columnOf(relation, 'from') === target;
  return relation.kind === 'many-to-many' && relation.target === target && relation.junction === hint;
}

/** Returns the column of a single-column foreign key, null otherwise. */
function columnOf(relation: Relation, side: 'from' | 'to'): string | null {
  if (relation.kind === 'many-to-many' || relation.pairs.length !== 1) return null;
  return relation.pairs[0]?.[side] ?? null;
}
