import type { RowsType } from '../parse/parse-accept.ts';
import { isGrouped, keysOf } from '../plan/grouping.ts';
import type { Embed, PlannedItem, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import type { Table } from '../schema/schema.ts';
import { oneRowSql, relatedSource, relatedSql, type Source, whereSql } from './condition-sql.ts';
import { fieldSql } from './field-sql.ts';
import { directionSql, groupedListSql, groupedOrderSql, type RawColumn } from './grouped-sql.ts';
import { pageSql } from './page-sql.ts';
import type { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';

export interface SelectOptions {
  readonly parameters: Parameters;
  /** Row cap of every list in the answer. */
  readonly maxRows: number | null;
  /** Output format of the rows. */
  readonly shape: RowsType['shape'];
}

/**
 * The source of one level's rows. `one`: SQL that reduces them to one row; null for a list, which has an order and a
 * page.
 */
interface Level extends Source {
  readonly plan: ReadPlan;
  readonly one: string | null;
  /** Names the columns: by the answer's keys, or by position if an outer query reads them. */
  readonly nameOf: (key: string, at: number) => string;
}

/**
 * Builds the SELECT of one level. Embeds are subqueries in its select list, never joins: they can't multiply or drop
 * rows, and PostgreSQL evaluates them after ORDER BY and LIMIT, so that the cost depends on the page and not on the
 * table.
 * `from` replaces the table if the rows come from a write or a function.
 */
export function selectSql(plan: ReadPlan, options: SelectOptions, from = tableName(plan.table)): string {
  const where = whereSql(plan.conditions, options.parameters);
  const source = { from: `${from} AS ${quoteName(plan.alias)}`, where };
  return levelSql({ ...source, plan, one: null, nameOf: quoteName }, options);
}

function levelSql(level: Level, options: SelectOptions): string {
  const { plan, from, where, nameOf } = level;
  if (isGrouped(plan.items)) return groupedSql(level, options);
  if (plan.items.some((item) => item.kind === 'spread')) return spreadingSql(level, options);
  const list = plan.items.map((item, at) => `${itemSql(item, options)} AS ${nameOf(keyOf(item), at)}`);
  return `SELECT ${list.join(', ')} FROM ${from}${where}${tailSql(level, options)}`;
}

const PLACE = (at: number): string => `_c${at + 1}`;
const byPlace = (_key: string, at: number): string => PLACE(at);

function keyOf(item: PlannedItem): string {
  return item.kind === 'spread' ? '' : item.key;
}

/** Selects the page first, with each spread as one array, then expands the arrays into columns. */
function spreadingSql(level: Level, options: SelectOptions): string {
  const { plan, from, where, nameOf } = level;
  const page = plan.items.map((item, at) => `${itemSql(item, options)} AS ${PLACE(at)}`);
  const values = plan.items.flatMap((item, at) =>
    item.kind === 'spread'
      ? keysOf([item]).map((key, element) => [key, `_page.${PLACE(at)}[${element + 1}]`] as const)
      : [[item.key, `_page.${PLACE(at)}`] as const],
  );
  const list = values.map(([key, value], at) => `${value} AS ${nameOf(key, at)}`);
  const rows = `SELECT ${page.join(', ')} FROM ${from}${where}${tailSql(level, options)}`;
  return `SELECT ${list.join(', ')} FROM (${rows}) AS _page`;
}

/**
 * Selects the values as columns first, since an embed can't be a group key where it is computed; then groups them.
 */
function groupedSql(level: Level, options: SelectOptions): string {
  const { plan, from, where, one, nameOf } = level;
  const { columns, joins } = rawColumns(plan, asJson(options));
  const values = columns.map(
    ({ sql, isJson, aggregate }, at) =>
      `${isJson && aggregate === null ? `(${sql})::jsonb` : sql} AS ${PLACE(at)}`,
  );
  const { list, groupBy } = groupedListSql(columns, { nameOf, placeOf: PLACE });
  const rows = `SELECT ${values.join(', ')} FROM ${from}${joins}${where}${one ?? ''}`;
  const tail =
    one === null
      ? `${groupedOrderSql(plan.order, columns, PLACE)}${pageSql(plan, options.parameters, options.maxRows)}`
      : '';
  return `SELECT ${list} FROM (${rows}) AS _values${groupBy}${tail}`;
}

/**
 * Values of one level and of the rows spread into it, with their types: aggregates in a spread belong to the parent
 * level.
 */
function rawColumns(
  { items, table }: ReadPlan,
  options: SelectOptions,
  isSpread = false,
): { readonly columns: readonly RawColumn[]; readonly joins: string } {
  let joins = '';
  const columns = items.flatMap((item, at): RawColumn[] => {
    if (item.kind !== 'spread') return [rawColumn(item, options, isSpread ? null : table)];
    const name = `_spread${at + 1}`;
    const spread = rawSpread(item.embed, options);
    joins += ` LEFT JOIN LATERAL (${spread.rows}) AS ${name} ON true`;
    return spread.columns.map((column) => ({ ...column, sql: `${name}.${column.sql}` }));
  });
  return { columns, joins };
}

/** @param table whose rows are grouped; null for those of a spread */
function rawColumn(
  item: Exclude<PlannedItem, { kind: 'spread' }>,
  options: SelectOptions,
  table: Table | null,
): RawColumn {
  const { kind, key } = item;
  if (kind === 'count')
    return { key, sql: '1', aggregate: 'count', cast: item.cast, field: null, isJson: false };
  if (kind === 'embed') {
    const sql = itemSql(item, options);
    return { key, sql, aggregate: null, cast: null, field: null, isJson: true };
  }
  const { field, cast, aggregate } = item;
  const value = fieldSql(field, options.parameters);
  if (aggregate !== null) {
    const sql = cast === null ? value : `${value}::${cast}`;
    return { key, sql, aggregate: aggregate.name, cast: aggregate.cast, field, isJson: false };
  }
  // As in the contract, where GROUP BY refers to the shown value: rows are grouped by the day in `day:made_at::date`.
  // A table column of the same name takes precedence.
  if (cast !== null && !table?.columns.has(key)) {
    const isCastToJson = cast === 'json' || cast === 'jsonb';
    return { key, sql: `${value}::${cast}`, aggregate: null, cast: null, field: null, isJson: isCastToJson };
  }
  const isText = field.path.at(-1)?.asText ?? false;
  const isJson = !isText && (field.path.length > 0 || field.column.nature === 'json');
  return { key, sql: value, aggregate: null, cast, field, isJson };
}

function rawSpread(embed: Embed, options: SelectOptions): { rows: string; columns: readonly RawColumn[] } {
  if (!embed.isToOne) {
    const columns = keysOf(embed.plan.items).map((key, at) => {
      return { key, sql: `${PLACE(0)}[${at + 1}]`, aggregate: null, cast: null, field: null, isJson: true };
    });
    return { rows: `SELECT ${spreadSql(embed, options)} AS ${PLACE(0)}`, columns };
  }
  const { columns, joins } = rawColumns(embed.plan, options, true);
  const { from, where } = relatedSource(embed, options.parameters, 1);
  const list = columns.map(({ sql }, at) => `${sql} AS ${PLACE(at)}`);
  return {
    rows: `SELECT ${list.join(', ')} FROM ${from}${joins}${where}${oneRowSql(embed)}`,
    columns: columns.map((column, at) => ({ ...column, sql: PLACE(at) })),
  };
}

function itemSql(item: PlannedItem, options: SelectOptions): string {
  if (item.kind === 'embed') return embedSql(item.embed, options);
  if (item.kind === 'spread') return spreadSql(item.embed, options);
  if (item.kind === 'count') throw new Error('a count needs groups');
  const value = fieldSql(item.field, options.parameters);
  return item.cast === null ? value : `${value}::${item.cast}`;
}

function embedSql(embed: Embed, options: SelectOptions): string {
  const rows = `(${relatedLevelSql(embed, asJson(options), quoteName)}) AS _embedded`;
  return embed.isToOne
    ? `(SELECT row_to_json(_embedded.*) FROM ${rows})`
    : `(SELECT coalesce(json_agg(_embedded.*), '[]') FROM ${rows})`;
}

const asJson = (options: SelectOptions): SelectOptions => ({ ...options, shape: 'array' });

/** Columns of the related row or rows, as one array: of JSON values, or of texts for CSV. */
function spreadSql(embed: Embed, options: SelectOptions): string {
  const isText = options.shape === 'csv';
  const elements = keysOf(embed.plan.items).map((_, at) => {
    const value = `_spread.${PLACE(at)}`;
    if (!embed.isToOne) return `coalesce(json_agg(${value}), '[]')${isText ? '::text' : ''}`;
    // Formatted as in a printed row: a cast would turn `t` into `true`.
    return isText ? `CASE WHEN num_nulls(${value}) = 0 THEN format('%s', ${value}) END` : `to_json(${value})`;
  });
  const rows = relatedLevelSql(embed, embed.isToOne ? options : asJson(options), byPlace);
  return `(SELECT ARRAY[${elements.join(', ')}] FROM (${rows}) AS _spread)`;
}

function relatedLevelSql(embed: Embed, options: SelectOptions, nameOf: Level['nameOf']): string {
  const source = relatedSource(embed, options.parameters, 1);
  const one = embed.isToOne ? oneRowSql(embed) : null;
  return levelSql({ ...source, plan: embed.plan, one, nameOf }, options);
}

function tailSql({ plan, one }: Level, { parameters, maxRows }: SelectOptions): string {
  return one ?? `${orderSql(plan.order, parameters)}${pageSql(plan, parameters, maxRows)}`;
}

function orderSql(order: readonly PlannedOrder[], parameters: Parameters): string {
  if (order.length === 0) return '';
  return ` ORDER BY ${order.map((term) => `${sortKeySql(term, parameters)}${directionSql(term)}`).join(', ')}`;
}

function sortKeySql({ field, embed }: PlannedOrder, parameters: Parameters): string {
  const value = fieldSql(field, parameters);
  return embed === null ? value : `(SELECT ${value}${relatedSql(embed, parameters, 1)}${oneRowSql(embed)})`;
}
