import type { Embed, PlannedItem, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { oneRowSql, relatedSql, whereSql } from './condition-sql.ts';
import { fieldSql } from './field-sql.ts';
import { pageSql } from './page-sql.ts';
import type { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';

export interface SelectOptions {
  readonly parameters: Parameters;
  /** Cap on the rows of every list in the answer. */
  readonly maxRows: number | null;
}

/**
 * One SELECT for one level. Embeds are subqueries in its select list, never joins: they cannot multiply or drop rows,
 * and PostgreSQL works them out after ORDER BY and LIMIT, so that the cost follows the page and not the table.
 * `from` stands in for the table where the rows come from a write or a function.
 */
export function selectSql(plan: ReadPlan, options: SelectOptions, from = tableName(plan.table)): string {
  const list = listSql(plan.items, options);
  const where = whereSql(plan.conditions, options.parameters);
  return `SELECT ${list} FROM ${from} AS ${quoteName(plan.alias)}${where}${tailSql(plan, options)}`;
}

function listSql(items: readonly PlannedItem[], options: SelectOptions): string {
  return items.map((item) => itemSql(item, options)).join(', ');
}

function itemSql(item: PlannedItem, options: SelectOptions): string {
  const key = quoteName(item.key);
  if (item.kind === 'count') return `count(*) AS ${key}`;
  if (item.kind === 'embed') return `${embedSql(item.embed, options)} AS ${key}`;
  const value = fieldSql(item.field, options.parameters);
  return `${item.cast === null ? value : `${value}::${item.cast}`} AS ${key}`;
}

function embedSql(embed: Embed, options: SelectOptions): string {
  const { plan, isToOne } = embed;
  const list = listSql(plan.items, options);
  const related = relatedSql(embed, options.parameters, 1);
  const rows = `(SELECT ${list}${related}${isToOne ? oneRowSql(embed) : tailSql(plan, options)}) AS _embedded`;
  return isToOne
    ? `(SELECT row_to_json(_embedded.*) FROM ${rows})`
    : `(SELECT coalesce(json_agg(_embedded.*), '[]') FROM ${rows})`;
}

function tailSql(plan: ReadPlan, { parameters, maxRows }: SelectOptions): string {
  // A count is one row, which has no columns to order by.
  const isCount = plan.items.some((item) => item.kind === 'count');
  return `${isCount ? '' : orderSql(plan.order, parameters)}${pageSql(plan, parameters, maxRows)}`;
}

function orderSql(order: readonly PlannedOrder[], parameters: Parameters): string {
  if (order.length === 0) return '';
  const terms = order.map((term) => {
    const direction = term.isDescending ? ' DESC' : '';
    return `${sortKeySql(term, parameters)}${direction}${term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

function sortKeySql({ field, embed }: PlannedOrder, parameters: Parameters): string {
  const value = fieldSql(field, parameters);
  return embed === null ? value : `(SELECT ${value}${relatedSql(embed, parameters, 1)}${oneRowSql(embed)})`;
}
