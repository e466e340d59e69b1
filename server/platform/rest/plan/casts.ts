import { RestError } from '../respond/rest-error.ts';

/** Types that `column::type` may name. Any other could be a domain or a row type with checks and code behind it. */
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

/** The type as SQL may write it. Answers for one that is not allowed as PostgreSQL does for one that is not there. */
export function planCast(type: string): string {
  const known = type.toLowerCase();
  if (!CASTS.has(known)) throw new RestError(400, '42704', `type "${type}" does not exist`);
  return known;
}
