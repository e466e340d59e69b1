import type { Payload } from '../plan/write-plan.ts';
import { IN_TIME } from './in-time.ts';
import type { Parameters } from './parameters.ts';
import { quoteName } from './quote.ts';

/**
 * The rows of a JSON body. PostgreSQL reads the JSON by the types of the columns, so that arrays fit arrays, nested
 * objects fit json, and big numbers keep their digits.
 */
export function payloadSql(payload: Payload, parameters: Parameters): string {
  const { columns, missing } = payload;
  const json = `${parameters.add(payload.json)}::json`;
  if (columns.length === 0) return `SELECT FROM json_array_elements(${json}) WHERE ${IN_TIME}`;
  const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  if (missing === 'null') {
    const names = columns.map(({ name }) => `_sent.${quoteName(name)}`).join(', ');
    return `SELECT ${names} FROM json_to_recordset(${json}) AS _sent(${definitions}) WHERE ${IN_TIME}`;
  }
  const values = columns.map((column) => {
    const isMissing = `_item.value -> ${parameters.add(column.name)}::text IS NULL`;
    const name = quoteName(column.name);
    return `CASE WHEN ${isMissing} THEN ${column.default ?? 'NULL'} ELSE _sent.${name} END AS ${name}`;
  });
  return (
    `SELECT ${values.join(', ')} FROM json_array_elements(${json}) AS _item(value), ` +
    `LATERAL json_to_record(_item.value) AS _sent(${definitions}) WHERE ${IN_TIME}`
  );
}
