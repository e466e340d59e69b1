import type { TableFacts } from '../../../files/table-facts.ts';
import { findForeignNumber, type Known } from '../../evidence/numbers-in.ts';
import { followColumns } from './lineage/follow-columns.ts';
import { findMixed } from './mixed-units.ts';

/**
 * Why the result of a query is not computed from the tables, for whoever has planned it; null where it is. Numbers that
 * the task names may be reckoned with.
 */
export function judgeQuery(
  sql: string,
  columns: readonly string[],
  tables: readonly TableFacts[],
  task: Known,
): string | null {
  const made = followColumns(sql, tables);
  if (made === null || made.length !== columns.length)
    return 'it cannot be followed from which columns its result comes: ask it with plain SELECT, JOIN, WITH and CASE';
  for (const [at, { typed }] of made.entries()) {
    const foreign = typed.find((text) => /^\D*$/.test(text) || findForeignNumber(text, task) !== null);
    if (foreign !== undefined)
      return `the column ${columns[at] ?? ''} holds ${foreign}, which is written into the query: every number has to be computed from columns of the tables, and may be changed by numbers that the task names alone`;
  }
  const [text] = made.flatMap(({ reckoned }) => reckoned);
  if (text !== undefined)
    return `${text} holds texts, not numbers: they cannot be reckoned with, nor by a CAST, nor be more or less than a number`;
  const mixed = findMixed(sql, tables);
  if (mixed !== null)
    return `${mixed.column} is in different units, which ${mixed.units} names row by row: group by ${mixed.units}, or choose one of them`;
  if (!made.some(({ isData }) => isData))
    return 'no column of its result comes from a table: what is written into a query is no result';
  return null;
}
