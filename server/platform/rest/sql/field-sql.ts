import type { PlannedField } from '../plan/read-plan.ts';
import type { Parameters } from './parameters.ts';
import { quoteName } from './quote.ts';

/** `"tasks"."title"`, or a path into it. What is not JSON is made JSON first, so that arrays and row types have paths too. */
export function fieldSql({ alias, column, path }: PlannedField, parameters: Parameters): string {
  const whole = `${quoteName(alias)}.${quoteName(column.name)}`;
  if (path.length === 0) return whole;
  const json = column.nature === 'json' ? whole : `to_jsonb(${whole})`;
  const steps = path.map(({ key, isIndex, asText }) => {
    const value = `${parameters.add(key)}::${isIndex ? 'int' : 'text'}`;
    return ` ${asText ? '->>' : '->'} ${value}`;
  });
  return `(${json}${steps.join('')})`;
}
