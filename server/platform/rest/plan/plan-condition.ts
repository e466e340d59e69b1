import type { Condition, Filter } from '../parse/query-tree.ts';
import { badEmbedFilter } from '../respond/request-errors.ts';
import type { Table } from '../schema/schema.ts';
import { type Level, planField } from './plan-field.ts';
import type { Embed, PlannedCondition } from './read-plan.ts';

export interface Scope extends Level {
  /** Keyed by the name in the answer. */
  readonly embeds: ReadonlyMap<string, Embed>;
}

export function planCondition(scope: Scope, condition: Condition): PlannedCondition {
  if (condition.kind === 'logic') {
    const conditions = condition.conditions.map((inner) => planCondition(scope, inner));
    return { kind: 'logic', joiner: condition.joiner, isNegated: condition.isNegated, conditions };
  }
  const { field, isNegated, operation } = condition;
  const embed = field.path.length === 0 ? scope.embeds.get(field.column) : undefined;
  if (embed !== undefined && !isAboutColumn(scope.table, condition)) return planEmbedFilter(embed, condition);
  return { kind: 'filter', field: planField(scope, field), isNegated, operation };
}

/** True if the filter applies to a column. If an embed has the same name, a null check means the embed. */
function isAboutColumn(table: Table, { field, operation }: Filter): boolean {
  return table.columns.has(field.column) && !isAboutPresence(operation);
}

const isAboutPresence = (operation: Filter['operation']): boolean =>
  operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null');

/** `rel=is.null`: rows without a related row. */
function planEmbedFilter(embed: Embed, { field, isNegated, operation }: Filter): PlannedCondition {
  if (operation.kind === 'is' && operation.value === 'null') {
    return { kind: 'exists', embed, isNegated: !isNegated };
  }
  if (operation.kind === 'is' && operation.value === 'not_null') return { kind: 'exists', embed, isNegated };
  throw badEmbedFilter(field.column);
}
