import type { Condition, Filter } from '../parse/query-tree.ts';
import { badEmbedFilter } from '../respond/request-errors.ts';
import type { Table } from '../schema/schema.ts';
import { planField } from './plan-field.ts';
import type { Embed, PlannedCondition } from './read-plan.ts';

export interface Scope {
  readonly table: Table;
  readonly alias: string;
  /** By the name under which the answer shows them. */
  readonly embeds: ReadonlyMap<string, Embed>;
}

export function planCondition(scope: Scope, condition: Condition): PlannedCondition {
  if (condition.kind === 'logic') {
    const conditions = condition.conditions.map((inner) => planCondition(scope, inner));
    return { kind: 'logic', joiner: condition.joiner, isNegated: condition.isNegated, conditions };
  }
  const { field, isNegated, operation } = condition;
  const embed = field.path.length === 0 ? scope.embeds.get(field.column) : undefined;
  if (embed !== undefined) return planEmbedFilter(embed, condition);
  return { kind: 'filter', field: planField(scope.table, scope.alias, field), isNegated, operation };
}

/** `rel=is.null`: rows without a related one. */
function planEmbedFilter(embed: Embed, { field, isNegated, operation }: Filter): PlannedCondition {
  if (operation.kind === 'is' && operation.value === 'null') {
    return { kind: 'exists', embed, isNegated: !isNegated };
  }
  if (operation.kind === 'is' && operation.value === 'not_null') return { kind: 'exists', embed, isNegated };
  throw badEmbedFilter(field.column);
}
