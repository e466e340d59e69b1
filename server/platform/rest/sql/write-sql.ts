import type { Statement } from '../../db/database.ts';
import type { RowsType } from '../parse/parse-accept.ts';
import type { Embed, PlannedField, ReadPlan } from '../plan/read-plan.ts';
import type { Conflict, Payload, WriteAct, WritePlan } from '../plan/write-plan.ts';
import { bodySql } from './body-sql.ts';
import { whereSql } from './condition-sql.ts';
import { keptRowSql } from './field-sql.ts';
import { IN_TIME } from './in-time.ts';
import { Parameters } from './parameters.ts';
import { quoteName, tableName } from './quote.ts';
import { selectSql } from './select-sql.ts';

/**
 * Builds one statement that writes and returns `affected`, `merged` (rows that an upsert changed) and, if asked for,
 * `page` and `body` of the rows, or their `keys`.
 */
export function writeStatement(plan: WritePlan, media: RowsType): Statement {
  const parameters = new Parameters();
  const { answer } = plan;
  const write = `WITH _written AS (${writtenSql(plan, returningSql(plan), parameters)})`;
  const counts = `(SELECT count(*) FROM _written) AS affected, current_setting('rest.merged', true) AS merged`;
  if (answer.kind === 'rows') {
    const rows = selectSql(answer.plan, { parameters, maxRows: null, shape: media.shape }, '_written');
    const text = `${write} SELECT ${counts}, count(*) AS page, ${bodySql(media)} AS body FROM (${rows}) AS _rows`;
    return { text, values: parameters.values };
  }
  const keys = answer.kind === 'keys' ? ', (SELECT json_agg(_written.*)::text FROM _written) AS keys' : '';
  return { text: `${write} SELECT ${counts}${keys}`, values: parameters.values };
}

function writtenSql({ table, act }: WritePlan, returning: string, parameters: Parameters): string {
  const target = `${tableName(table)} AS ${quoteName(table.name)}`;
  if (act.verb === 'insert') return `${insertSql(target, act, parameters)} RETURNING ${returning}`;
  if (act.verb === 'delete')
    return `DELETE FROM ${target}${whereSql(act.conditions, parameters)} RETURNING ${returning}`;
  const { columns } = act.payload;
  // An UPDATE without assignments is a syntax error.
  if (columns.length === 0) return `SELECT ${returning} FROM ${target} WHERE false`;
  const assignments = columns.map(({ name }) => `${quoteName(name)} = _new.${quoteName(name)}`).join(', ');
  const source = payloadSql(act.payload, parameters);
  const where = whereSql(act.conditions, parameters);
  return `UPDATE ${target} SET ${assignments} FROM (${source}) AS _new${where} RETURNING ${returning}`;
}

function insertSql(
  target: string,
  { payload, conflict }: Extract<WriteAct, { verb: 'insert' }>,
  parameters: Parameters,
): string {
  const names = payload.columns.map(({ name }) => quoteName(name)).join(', ');
  // Without columns, an empty SELECT list fills each row with defaults.
  const list = names === '' ? '' : ` (${names})`;
  return `INSERT INTO ${target}${list} ${payloadSql(payload, parameters)}${conflictSql(payload, conflict)}`;
}

/** Counts the rows that an upsert updates. Reading `xmax` would need SELECT on the whole table. */
const COUNT_MERGED =
  `set_config('rest.merged', (coalesce(nullif(current_setting('rest.merged', true), ''), '0')::int + 1)::text, true)` +
  ' IS NOT NULL';

/** The conflicting columns are equal already; setting them again would need UPDATE on the keys. */
function conflictSql(payload: Payload, conflict: Conflict | null): string {
  if (conflict === null) return '';
  const target = ` ON CONFLICT (${conflict.columns.map(quoteName).join(', ')})`;
  if (conflict.resolution === 'ignore') return `${target} DO NOTHING`;
  const sent = payload.columns.map(({ name }) => name);
  const changed = sent.filter((name) => !conflict.columns.includes(name));
  const assigned = (changed.length > 0 ? changed : sent).map(quoteName);
  if (assigned.length === 0) return `${target} DO NOTHING`;
  const assignments = assigned.map((name) => `${name} = EXCLUDED.${name}`).join(', ');
  return `${target} DO UPDATE SET ${assignments} WHERE ${COUNT_MERGED}`;
}

/** Returns only the columns the answer needs: each one named here needs SELECT and passes its policy. */
function returningSql({ table, answer }: WritePlan): string {
  const alias = quoteName(table.name);
  if (answer.kind === 'keys') {
    return table.primaryKey
      .map((name) => `${alias}.${quoteName(name)}::text AS ${quoteName(name)}`)
      .join(', ');
  }
  const names = answer.kind === 'rows' ? columnsNeeded(answer.plan) : [];
  const list = names.length === 0 ? '1' : names.map((name) => `${alias}.${quoteName(name)}`).join(', ');
  return answer.kind === 'rows' ? `${list}${keptRowSql(answer.plan, alias)}` : list;
}

function columnsNeeded({ items, conditions, order }: ReadPlan): string[] {
  const fields = items.flatMap((item) => (item.kind === 'field' ? storedName(item.field) : []));
  const ordered = order.flatMap(({ field, embed }) => (embed === null ? storedName(field) : []));
  const embeds = [
    ...items.flatMap((item) => (item.kind === 'embed' || item.kind === 'spread' ? [item.embed] : [])),
    ...conditions.flatMap((condition) => (condition.kind === 'exists' ? [condition.embed] : [])),
    ...order.flatMap(({ embed }) => (embed === null ? [] : [embed])),
  ];
  return [...new Set([...fields, ...ordered, ...embeds.flatMap(joinColumns)])];
}

/** A computed column is derived from the kept row. */
function storedName({ column, computed }: PlannedField): string[] {
  return computed === null ? [column.name] : [];
}

function joinColumns({ relation }: Embed): string[] {
  if (relation.kind === 'computed') return [];
  const pairs = relation.kind === 'many-to-many' ? relation.originPairs : relation.pairs;
  return pairs.map(({ from }) => from);
}

/**
 * Selects the rows of a JSON body. PostgreSQL converts the JSON by the column types, so that arrays fit arrays,
 * nested objects fit json, and big numbers keep their digits.
 */
function payloadSql(payload: Payload, parameters: Parameters): string {
  const { columns, missing } = payload;
  const json = `${parameters.add(payload.json)}::json`;
  if (columns.length === 0) return `SELECT FROM json_array_elements(${json}) WHERE ${IN_TIME}`;
  const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  if (missing === 'null') {
    const names = columns.map(({ name }) => `_sent.${quoteName(name)}`).join(', ');
    return `SELECT ${names} FROM json_to_recordset(${json}) AS _sent(${definitions}) WHERE ${IN_TIME}`;
  }
  const values = columns.map((column) => {
    const name = quoteName(column.name);
    if (column.default === null) return `_sent.${name}`;
    const isMissing = `_item.value -> ${parameters.add(column.name)}::text IS NULL`;
    return `CASE WHEN ${isMissing} THEN _default.${name} ELSE _sent.${name} END AS ${name}`;
  });
  return (
    `SELECT ${values.join(', ')} FROM json_array_elements(${json}) AS _item(value), ` +
    `LATERAL json_to_record(_item.value) AS _sent(${definitions})${defaultsSql(columns)} WHERE ${IN_TIME}`
  );
}

/**
 * Evaluates the defaults for each row, even if it has values of its own: as in PostgREST, a sequence advances with
 * every row. The condition ties the subquery to the row; without it, all rows could share one value.
 */
function defaultsSql(columns: Payload['columns']): string {
  const defaults = columns.flatMap((column) =>
    column.default === null ? [] : [`${column.default} AS ${quoteName(column.name)}`],
  );
  if (defaults.length === 0) return '';
  return `, LATERAL (SELECT ${defaults.join(', ')} WHERE _item.value IS NOT NULL) AS _default`;
}
