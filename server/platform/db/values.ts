import pgTypes from 'pg-types';

type FromText = (text: string) => unknown;

/** Type OIDs (pg_type.oid) for which `pg`'s conversion would be surprising. */
const OWN_CONVERSIONS: ReadonlyMap<number, FromText> = new Map<number, FromText>([
  [20, Number], // int8: ids and counts stay far below 2^53
  [1016, (text) => arrayOf(text, Number)], // int8[]
  [1231, (text) => arrayOf(text, String)], // numeric[]: text, like numeric
  [1082, String], // date: `pg` makes it midnight in the server's time zone, which is another day elsewhere
]);

const JSON_TYPE = 114;

/** Returns the conversion of a column type to a JS value, the same for both engines. */
export function conversionOf(typeOid: number, { keepsJson }: { readonly keepsJson: boolean }): FromText {
  if (keepsJson && typeOid === JSON_TYPE) return String;
  return OWN_CONVERSIONS.get(typeOid) ?? pgTypes.getTypeParser(typeOid, 'text');
}

const TEXT_ARRAY = 1009;

function arrayOf(text: string, convert: (item: string) => unknown): unknown {
  const convertItem = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(convertItem);
    return typeof item === 'string' ? convert(item) : null;
  };
  return convertItem(pgTypes.getTypeParser(TEXT_ARRAY, 'text')(text));
}

/**
 * Converts a JS value to a parameter: text, bytes or null. Objects become JSON and arrays become PostgreSQL arrays,
 * so a JSON array must be passed as text (`JSON.stringify`).
 */
export function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toArrayText(value);
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `${value}`;
  throw new TypeError(`a ${typeof value} cannot be a parameter of a statement`);
}

function toArrayText(items: readonly unknown[]): string {
  return `{${items.map(toArrayItem).join(',')}}`;
}

function toArrayItem(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  if (Array.isArray(item)) return toArrayText(item);
  const parameter = toParameter(item) ?? '';
  const text = typeof parameter === 'string' ? parameter : `\\x${parameter.toString('hex')}`;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
