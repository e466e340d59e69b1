import type { Database } from '#server/platform/db/database.ts';

/** How a database was when it was new. */
export interface FirstState {
  /** Sets its rows and counters back. False if its schema, roles or settings have changed: then it is of no more use. */
  restore(database: Database): Promise<boolean>;
}

/** What DDL, GRANT, ALTER … SET and ANALYZE change. */
const CATALOGUES = [
  'pg_attrdef',
  'pg_attribute',
  'pg_auth_members',
  'pg_authid',
  'pg_class',
  'pg_constraint',
  'pg_database',
  'pg_db_role_setting',
  'pg_default_acl',
  'pg_description',
  'pg_enum',
  'pg_event_trigger',
  'pg_extension',
  'pg_index',
  'pg_largeobject_metadata',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_publication',
  'pg_publication_rel',
  'pg_rewrite',
  'pg_statistic',
  'pg_trigger',
  'pg_type',
];

interface Table {
  readonly name: string;
  readonly pages: number;
}

/** Up to here the planner's guesses about a table are the same, however many of its rows are gone. */
const FEW_PAGES = 10;

export async function firstStateOf(database: Database): Promise<FirstState> {
  const seeds = new Map<string, unknown>();
  for (const { name } of await filledTables(database)) {
    const [row] = await database.query<{ rows: unknown }>(
      `select jsonb_agg(to_jsonb(t)) as rows from ${name} t`,
    );
    seeds.set(name, row?.rows);
  }
  const watched = [...CATALOGUES, ...seeds.keys()];
  let since = await currentTransaction(database);
  const counts = await countRows(database, watched, since);
  let estimates = await estimatesOf(database);

  return {
    async restore(database) {
      await database.exec('reset all');
      const now = await countRows(database, watched, since);
      const isUnchanged = (table: string): boolean =>
        now.get(table)?.fresh === 0 && now.get(table)?.all === counts.get(table)?.all;
      if (!CATALOGUES.every(isUnchanged) || (await estimatesOf(database)) !== estimates) return false;
      const used = (await filledTables(database)).filter(
        ({ name }) => !seeds.has(name) || !isUnchanged(name),
      );
      await database.batch([
        { text: "select set_config('session_replication_role', 'replica', true)" },
        ...emptying(used),
        ...[...seeds].map(([name, rows]) => ({
          text: `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)
                 where not exists (select from ${name})`,
          values: [JSON.stringify(rows)],
        })),
        { text: RESTART_SEQUENCES },
        { text: 'select pg_advisory_unlock_all()' },
      ]);
      since = await currentTransaction(database);
      // To truncate a table also empties what is known of it.
      estimates = await estimatesOf(database);
      return true;
    },
  };
}

/** To truncate takes ten times as long as to delete a few rows, and takes along what refers to the table. */
function emptying(tables: readonly Table[]): { readonly text: string }[] {
  const names = tables.map(({ name }) => name);
  if (tables.some(({ pages }) => pages > FEW_PAGES)) return [{ text: `truncate ${names.join()} cascade` }];
  return names.map((name) => ({ text: `delete from ${name}` }));
}

interface Counted {
  readonly name: string;
  readonly all: number;
  /** Written in a transaction or after it. */
  readonly fresh: number;
}

async function countRows(
  database: Database,
  tables: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, Counted>> {
  const counts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as all,
         count(*) filter (where age(xmin) < age($1::text::xid))::int as fresh from ${table}`,
  );
  const counted = await database.query<Counted>(counts.join(' union all '), [since]);
  return new Map(counted.map((row) => [row.name, row]));
}

async function currentTransaction(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string }>('select pg_current_xact_id()::xid::text as id');
  return row?.id ?? '';
}

/** What ANALYZE and VACUUM write in place, which is no new version of a row. */
async function estimatesOf(database: Database): Promise<string> {
  const [row] = await database.query<{ estimates: string }>(
    "select concat(sum(reltuples), ' ', sum(relpages), ' ', sum(relallvisible)) as estimates from pg_class",
  );
  return row?.estimates ?? '';
}

/** A table keeps its pages when its rows are deleted. */
const filledTables = (database: Database): Promise<Table[]> =>
  database.query<Table>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name, (pg_relation_size(oid) / 8192)::int as pages from pg_class
     where relkind = 'r' and pg_relation_size(oid) > 0
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );

/** None has been used when the migrations end. */
const RESTART_SEQUENCES = `
  select setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_sequences where last_value is not null`;
