import type { Embed, PlannedCondition } from '../plan/read-plan.ts';
import type { ColumnPair } from '../schema/schema.ts';
import { callSql } from './field-sql.ts';
import { IN_TIME } from './in-time.ts';
import { operationSql } from './operation-sql.ts';
import { pageSql } from './page-sql.ts';
import type { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';

/** ` WHERE …` */
export function whereSql(conditions: readonly PlannedCondition[], parameters: Parameters): string {
  return toWhere([...conditions.map((condition) => conditionSql(condition, parameters, 0)), IN_TIME]);
}

function toWhere(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}

/** `depth`: number of subqueries around this condition. */
function conditionSql(condition: PlannedCondition, parameters: Parameters, depth: number): string {
  const positive = positiveSql(condition, parameters, depth);
  return condition.isNegated ? `NOT (${positive})` : positive;
}

function positiveSql(condition: PlannedCondition, parameters: Parameters, depth: number): string {
  if (condition.kind === 'exists') return existsSql(condition.embed, parameters, depth);
  if (condition.kind === 'filter') return operationSql(condition.field, condition.operation, parameters);
  const parts = condition.conditions.map((inner) => conditionSql(inner, parameters, depth));
  return `(${parts.join(condition.joiner === 'and' ? ' AND ' : ' OR ')})`;
}

/** True if a related row exists, by the embed's own filters and page. */
function existsSql(embed: Embed, parameters: Parameters, depth: number): string {
  const rows = relatedSql(embed, parameters, depth);
  return `EXISTS (SELECT 1${rows}${embed.isToOne ? '' : pageSql(embed.plan, parameters, null)})`;
}

/**
 * Builds ` FROM … WHERE …` of the rows related to one row of the parent level. A single level costs no more than its
 * table, and without a clock check PostgreSQL can turn it into a join; nested levels multiply.
 */
export function relatedSql(embed: Embed, parameters: Parameters, depth: number): string {
  const { from, where } = relatedSource(embed, parameters, depth);
  return ` FROM ${from}${where}`;
}

export interface Source {
  readonly from: string;
  readonly where: string;
}

export function relatedSource(embed: Embed, parameters: Parameters, depth: number): Source {
  const { plan, relation } = embed;
  const [parent, alias] = [quoteName(embed.parent.alias), quoteName(plan.alias)];
  const source =
    relation.kind === 'computed'
      ? callSql(relation.schema, relation.routine, embed.parent)
      : tableName(plan.table);
  const tables = [`${source} AS ${alias}`];
  const joins: string[] = [];
  if (relation.kind === 'many-to-many') {
    const junction = quoteName(embed.junctionAlias);
    tables.push(`${tableName({ ...plan.table, name: relation.junction })} AS ${junction}`);
    joins.push(
      ...joinSql(relation.targetPairs, junction, alias),
      ...joinSql(relation.originPairs, parent, junction),
    );
  } else if (relation.kind !== 'computed') {
    joins.push(...joinSql(relation.pairs, parent, alias));
  }
  const own = plan.conditions.map((condition) => conditionSql(condition, parameters, depth + 1));
  const watch = depth > 0 ? [IN_TIME] : [];
  return { from: tables.join(', '), where: toWhere([...joins, ...own, ...watch]) };
}

function joinSql(pairs: readonly ColumnPair[], fromAlias: string, toAlias: string): string[] {
  return pairs.map(({ from, to }) => `${toAlias}.${quoteName(to)} = ${fromAlias}.${quoteName(from)}`);
}

/**
 * Returns ` LIMIT 1` where two rows would be an error: a view may show the row of a key several times, and a function
 * may return more than it declares.
 */
export function oneRowSql({ relation, isToOne }: Embed): string {
  const isSure = relation.kind !== 'computed' && (relation.kind === 'many-to-many' || !relation.isTargetView);
  return isToOne && !isSure ? ' LIMIT 1' : '';
}
