import { INFIX_OPERATORS, PATTERN_OPERATORS, REGULAR_OPERATORS, SEARCH_OPERATORS } from '../operators.ts';
import type { Operation } from '../parse/query-tree.ts';
import type { PlannedField } from '../plan/read-plan.ts';
import { arrayLiteral } from './array-literal.ts';
import { fieldSql } from './field-sql.ts';
import { IN_TIME } from './in-time.ts';
import type { Parameters } from './parameters.ts';

const IS_SQL = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
} as const;

/** Builds the comparison of one filter. */
export function operationSql(field: PlannedField, operation: Operation, parameters: Parameters): string {
  const left = fieldSql(field, parameters);
  switch (operation.kind) {
    case 'is':
      return `${left} ${IS_SQL[operation.value]}`;
    case 'in':
      return `${left} = ANY (${parameters.add(arrayLiteral(operation.values))})`;
    case 'infix': {
      const compared = `${left} ${infixSql(operation, parameters)}`;
      // Each pattern costs time within a single row, so the clock is checked before each.
      return REGULAR_OPERATORS.has(operation.operator)
        ? `CASE WHEN ${IN_TIME} THEN ${compared} END`
        : compared;
    }
    case 'search': {
      const config = operation.config === null ? '' : `${parameters.add(operation.config)}::regconfig, `;
      const isVector = field.column.nature === 'vector' && field.path.length === 0;
      const vector = isVector ? left : `to_tsvector(${config}${left})`;
      const read = known(SEARCH_OPERATORS, operation.operator);
      return `${vector} @@ ${read}(${config}${parameters.add(operation.value)})`;
    }
  }
}

function infixSql(operation: Extract<Operation, { kind: 'infix' }>, parameters: Parameters): string {
  const { operator, quantifier, value } = operation;
  const placeholder = parameters.add(PATTERN_OPERATORS.has(operator) ? value.replaceAll('*', '%') : value);
  const right = quantifier === null ? placeholder : `${quantifier.toUpperCase()} (${placeholder})`;
  return `${known(INFIX_OPERATORS, operator)} ${right}`;
}

function known(table: ReadonlyMap<string, string>, operator: string): string {
  const sql = table.get(operator);
  if (sql === undefined) throw new Error(`no SQL for the operator ${operator}`);
  return sql;
}
