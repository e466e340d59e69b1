import { RestError } from '../respond/rest-error.ts';

/** Types allowed in `column::type`. Any other could be a domain or a row type with checks and code behind it. */
const CASTS: ReadonlySet<string> = new Set([
  'text',
  'varchar',
  'character varying',
  'int',
  'integer',
  'int2',
  'int4',
  'int8',
  'smallint',
  'bigint',
  'numeric',
  'decimal',
  'real',
  'float4',
  'float8',
  'double precision',
  'bool',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'json',
  'jsonb',
]);

/** Returns the SQL of an allowed type. A disallowed type gets PostgreSQL's error for one that doesn't exist. */
export function planCast(type: string): string {
  const known = type.toLowerCase();
  if (!CASTS.has(known)) throw new RestError(400, '42704', `type "${type}" does not exist`);
  return known;
}
