import type { ReadPlan } from '../plan/read-plan.ts';
import type { Parameters } from './parameters.ts';

/** ` LIMIT … OFFSET …`: the requested page, at most the row cap. */
export function pageSql(
  { limit, offset }: Pick<ReadPlan, 'limit' | 'offset'>,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const limits = [limit, maxRows].filter((rows) => rows !== null);
  const limitSql = limits.length === 0 ? '' : ` LIMIT ${parameters.add(Math.min(...limits))}`;
  return offset === 0 ? limitSql : `${limitSql} OFFSET ${parameters.add(offset)}`;
}
