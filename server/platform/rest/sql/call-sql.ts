import type { Statement } from '../../db/database.ts';
import type { CallArguments, CallPlan } from '../plan/call-plan.ts';
import { withoutItems } from '../plan/grouping.ts';
import type { ReadPlan } from '../plan/read-plan.ts';
import type { Parameter, Routine } from '../schema/schema.ts';
import { bodySql } from './body-sql.ts';
import { whereSql } from './condition-sql.ts';
import { keptRowSql } from './field-sql.ts';
import { pageSql } from './page-sql.ts';
import { Parameters } from './parameters.ts';
import { quoteName } from './quote.ts';
import type { AnswerOptions } from './read-sql.ts';
import { selectSql } from './select-sql.ts';

/** Settings with which a function controls the response: `set_config('response.status', …)`. */
const RESPONSE_SETTINGS =
  `nullif(current_setting('response.headers', true), '') AS response_headers, ` +
  `nullif(current_setting('response.status', true), '') AS response_status`;

/** Builds one statement that calls the function once and returns `page`, `body` and `total`. */
export function callStatement(plan: CallPlan, options: AnswerOptions): Statement {
  const parameters = new Parameters();
  const called = `WITH _called AS (${calledSql(plan, parameters)})`;
  const rows =
    plan.rows === null ? valuesSql(plan, parameters, options) : rowsSql(plan.rows, parameters, options);
  const body = answerSql(plan, options);
  const total = options.count === null ? '' : `, ${totalSql(plan.rows, parameters)} AS total`;
  const text = `${called} SELECT count(*) AS page${body}${total}, ${RESPONSE_SETTINGS} FROM (${rows}) AS _rows`;
  return { text, values: parameters.values };
}

function calledSql({ routine, args, rows }: CallPlan, parameters: Parameters): string {
  const { source, list } = argumentsSql(args, parameters);
  const call = `${quoteName(routine.schema)}.${quoteName(routine.name)}(${list}) AS _call`;
  return `SELECT ${rows === null ? '_call AS pgrst_scalar' : `_call.*${keptRowSql(rows, '_call')}`} FROM ${source}${call}`;
}

function argumentsSql(args: CallArguments, parameters: Parameters): { source: string; list: string } {
  if (args.kind === 'body')
    return { source: '', list: `${parameters.add(args.text)}::${args.parameter.type}` };
  if (args.kind === 'texts') {
    const list = args.values.map(([parameter, value]) =>
      namedSql(parameter, `${parameters.add(value)}::${parameter.type}`),
    );
    return { source: '', list: list.join(', ') };
  }
  if (args.parameters.length === 0) return { source: '', list: '' };
  const definitions = args.parameters.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const list = args.parameters.map((parameter) => namedSql(parameter, `_args.${quoteName(parameter.name)}`));
  const json = `${parameters.add(args.json)}::json`;
  return { source: `json_to_record(${json}) AS _args(${definitions}), LATERAL `, list: list.join(', ') };
}

function namedSql({ name, isVariadic }: Parameter, value: string): string {
  // An unnamed parameter is the only one.
  const label = name === '' ? '' : `${quoteName(name)} => `;
  return `${isVariadic ? 'VARIADIC ' : ''}${label}${value}`;
}

function valuesSql(plan: CallPlan, parameters: Parameters, { maxRows }: AnswerOptions): string {
  return `SELECT pgrst_scalar FROM _called${pageSql(plan, parameters, maxRows)}`;
}

function rowsSql(
  rows: ReadPlan,
  parameters: Parameters,
  { maxRows, withBody, media: { shape } }: AnswerOptions,
): string {
  return selectSql(withBody ? rows : withoutItems(rows), { parameters, maxRows, shape }, '_called');
}

function answerSql({ routine }: { routine: Routine }, { withBody, media }: AnswerOptions): string {
  if (!withBody || routine.returns.kind === 'void') return '';
  const json =
    routine.returns.kind === 'rows' || media.shape === 'csv'
      ? bodySql(media)
      : `coalesce(json_agg(_rows.pgrst_scalar), '[]')`;
  return `, ${json} AS body`;
}

function totalSql(rows: ReadPlan | null, parameters: Parameters): string {
  if (rows === null) return '(SELECT count(*) FROM _called)';
  return `(SELECT count(*) FROM _called AS ${quoteName(rows.alias)}${whereSql(rows.conditions, parameters)})`;
}
