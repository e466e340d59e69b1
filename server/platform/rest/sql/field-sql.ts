import type { PlannedField, ReadPlan, RowArgument } from '../plan/read-plan.ts';
import type { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';

/**
 * `"tasks"."title"`, or a path into it. Other types are converted to JSON first, so that arrays and row types have
 * paths too.
 */
export function fieldSql(field: PlannedField, parameters: Parameters): string {
  const { alias, column, computed, path } = field;
  const whole =
    computed === null
      ? `${quoteName(alias)}.${quoteName(column.name)}`
      : callSql(computed.schema, column.name, computed.row);
  if (path.length === 0) return whole;
  const json = column.nature === 'json' ? whole : `to_jsonb(${whole})`;
  const steps = path.map(({ key, isIndex, asText }) => {
    const value = `${parameters.add(key)}::${isIndex ? 'int' : 'text'}`;
    return ` ${asText ? '->>' : '->'} ${value}`;
  });
  return `(${json}${steps.join('')})`;
}

/** `"board"."headline"("tasks".*)`: a call of a row function. */
export function callSql(schema: string, routine: string, { alias, keptRow }: RowArgument): string {
  return `${quoteName(schema)}.${quoteName(routine)}(${quoteName(alias)}.${keptRow === null ? '*' : quoteName(keptRow)})`;
}

/** `, … AS "_row"`, if a function needs the row. `alias` is the row, of the table's type. */
export function keptRowSql(plan: ReadPlan, alias: string): string {
  return plan.keptRow === null
    ? ''
    : `, (${alias}.*)::${tableName(plan.table)} AS ${quoteName(plan.keptRow)}`;
}
