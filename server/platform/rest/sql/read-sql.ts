import type { Statement } from '../../db/database.ts';
import type { RowsType } from '../parse/parse-accept.ts';
import type { Preferences } from '../parse/parse-prefer.ts';
import { withoutItems } from '../plan/grouping.ts';
import type { ReadPlan } from '../plan/read-plan.ts';
import { bodySql } from './body-sql.ts';
import { whereSql } from './condition-sql.ts';
import { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';
import { selectSql } from './select-sql.ts';

export interface AnswerOptions {
  readonly count: Preferences['count'];
  readonly maxRows: number;
  readonly media: RowsType;
  /** False for HEAD. */
  readonly withBody: boolean;
}

/**
 * Builds one statement that returns `page` (rows), `body` and `total`; for `planned` and `estimated` a second one, an
 * EXPLAIN.
 */
export function readStatements(plan: ReadPlan, options: AnswerOptions): Statement[] {
  const { count, maxRows, media, withBody } = options;
  const parameters = new Parameters();
  const rows = selectSql(withBody ? plan : withoutItems(plan), { parameters, maxRows, shape: media.shape });
  const body = withBody ? `, ${bodySql(media)} AS body` : '';
  const total = totalSql(plan, options, parameters);
  const text = `SELECT count(*) AS page${body}${total} FROM (${rows}) AS _rows`;
  const statements = [{ text, values: parameters.values }];
  return count === 'planned' || count === 'estimated' ? [...statements, explainStatement(plan)] : statements;
}

function totalSql(plan: ReadPlan, { count, maxRows }: AnswerOptions, parameters: Parameters): string {
  if (count === 'exact') return `, (SELECT count(*)${allRowsSql(plan, parameters)}) AS total`;
  if (count !== 'estimated') return '';
  // One more than the cap shows whether the planner's estimate is needed.
  const limit = parameters.add(maxRows + 1);
  return `, (SELECT count(*) FROM (SELECT 1${allRowsSql(plan, parameters)} LIMIT ${limit}) AS _counted) AS total`;
}

function explainStatement(plan: ReadPlan): Statement {
  const parameters = new Parameters();
  return { text: `EXPLAIN (FORMAT JSON) SELECT 1${allRowsSql(plan, parameters)}`, values: parameters.values };
}

/** All matching rows, without order and page. */
function allRowsSql(plan: ReadPlan, parameters: Parameters): string {
  return ` FROM ${tableName(plan.table)} AS ${quoteName(plan.alias)}${whereSql(plan.conditions, parameters)}`;
}
