import type { Runner } from '../../platform/db/database.ts';
import { quoteIdentifier } from '../../platform/db/protocol/listeners.ts';

export interface RowTable {
  readonly schema: string;
  readonly name: string;
  /** Excludes generated columns. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** File name in a backup. */
export const rowsFile = ({ schema, name }: RowTable): string => `${schema}.${name}.jsonl`;

/** Excludes the job queue: its pending jobs must not run again after a restore, and it creates its own tables. */
const SCHEMAS = ['auth', 'migrations', 'private', 'public', 'realtime', 'rest', 'storage'];

/** Reads the tables of this program with their columns. */
export function readTables(runner: Runner): Promise<RowTable[]> {
  return runner.query<RowTable & Record<string, unknown>>(
    `select n.nspname as schema, c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [SCHEMAS],
  );
}

export interface SequenceValue {
  readonly schema: string;
  readonly name: string;
  /** Null: never used. */
  readonly value: string | null;
}

export function readSequences(runner: Runner): Promise<SequenceValue[]> {
  return runner.query<SequenceValue & Record<string, unknown>>(
    `select schemaname as schema, sequencename as name, last_value::text as value
     from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [SCHEMAS],
  );
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export function readForeignKeys(runner: Runner): Promise<ForeignKey[]> {
  return runner.query<ForeignKey & Record<string, unknown>>(
    `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = any ($1) order by 1, 2`,
    [SCHEMAS],
  );
}

export const quoted = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
