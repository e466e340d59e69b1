import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import type { DatabaseRole } from '../../db/caller.ts';
import type { Change } from '../../db/changes.ts';
import type { Database, Row } from '../../db/database.ts';

export interface Column {
  readonly name: string;
  /** PostgreSQL's short type name, by which the client converts: `int8`, `timestamptz`, `_text`. */
  readonly type: string;
  /** The type as SQL writes it in a cast. */
  readonly sqlType: string;
  readonly isKey: boolean;
  readonly readableBy: ReadonlySet<DatabaseRole>;
}

export interface PublishedTable {
  readonly schema: string;
  readonly table: string;
  /** Null: rows have no owner. */
  readonly ownerColumn: string | null;
  readonly hasRowSecurity: boolean;
  /** The published events: all, or those of the publication. */
  readonly publishes: ReadonlySet<Change['type']>;
  /** `replica identity full` */
  readonly publishesWholeOldRow: boolean;
  /** SQL condition of the SELECT policies per role, from the catalogue; it refers to the table by name. */
  readonly sight: Readonly<Record<DatabaseRole, string>>;
  readonly columns: readonly Column[];
  readonly key: readonly Column[];
}

/** Tables published by `realtime.watch` or the publication, with each role's readable columns. */
export interface PublishedTables {
  find(schema: string, table: string): Promise<PublishedTable | null>;
  /** Picks up new members of the publication and captures their changes. Throttled. */
  follow(): Promise<void>;
  forget(): void;
}

/**
 * Cache lifetime in milliseconds. Tables, columns and grants mostly change with migrations; a manual `grant` takes
 * effect within this time.
 */
const FRESH = 60_000;
/**
 * Minimum milliseconds between checks of the publication, and between reloads of a catalogue in which something was
 * missing.
 */
const FOLLOWED = 100;
const LOOKED_UP = 200;

interface CatalogueRow extends Row {
  readonly schema: string;
  readonly table: string;
  readonly owner_column: string | null;
  readonly publishes: readonly Change['type'][];
  readonly has_row_security: boolean;
  readonly whole_old_row: boolean;
  readonly anon_sees: string;
  readonly authenticated_sees: string;
  readonly name: string;
  readonly type: string;
  readonly sql_type: string;
  readonly is_key: boolean;
  readonly readable_by: readonly DatabaseRole[];
}

export function createPublishedTables({ database, log }: { database: Database; log: Log }): PublishedTables {
  let loading: Promise<Map<string, PublishedTable>> | null = null;
  let loadedAt = 0;
  let following: Promise<void> | null = null;
  let followedAt = 0;
  const complaints = new Set<string>();

  async function follow(): Promise<void> {
    const done = await database.query<{ changed: string; problem: string | null }>(
      'select changed, problem from realtime.follow_publication()',
    );
    for (const { changed, problem } of done) {
      const complaint = JSON.stringify([changed, problem]);
      if (problem === null) loading = null;
      // Retried each time, since the table may have been fixed; logged once.
      else if (!complaints.has(complaint)) log.warn("couldn't publish a table", { table: changed, problem });
      complaints.add(complaint);
    }
  }

  function followOnce(): Promise<void> {
    if (following && Date.now() - followedAt < FOLLOWED) return following;
    followedAt = Date.now();
    following = follow().catch((error: unknown) => {
      log.warn("couldn't read the members of the publication", { error });
    });
    return following;
  }

  async function load(): Promise<Map<string, PublishedTable>> {
    if (loading && Date.now() - loadedAt < FRESH) return loading;
    loadedAt = Date.now();
    const attempt = followOnce().then(() => readCatalogue(database));
    loading = attempt;
    // Don't cache a failure: the next caller retries.
    attempt.catch(() => {
      if (loading === attempt) loading = null;
    });
    return attempt;
  }

  return {
    async find(schema, table) {
      const name = nameOf(schema, table);
      const known = (await load()).get(name);
      if (known) return known;
      // It may have been published since. Throttled, since clients can ask for tables that never will be.
      const before = loading;
      await delay(Math.max(0, loadedAt + LOOKED_UP - Date.now()));
      if (loading === before) loading = null;
      return (await load()).get(name) ?? null;
    },
    follow: followOnce,
    forget: () => void (loading = null),
  };
}

async function readCatalogue(database: Database): Promise<Map<string, PublishedTable>> {
  const rows = await database.query<CatalogueRow>(
    `with published as materialized (
       select p.relation, p.owner_column, array(
           select kind from (values ('INSERT', b.pubinsert), ('UPDATE', b.pubupdate), ('DELETE', b.pubdelete)) as t (kind, told)
           where told or not p.by_publication) as publishes,
         realtime.sight_of(p.relation, 'anon') as anon_sees,
         realtime.sight_of(p.relation, 'authenticated') as authenticated_sees
       from realtime.published p left join pg_catalog.pg_publication b on b.pubname = 'supabase_realtime')
     select n.nspname as schema, c.relname as table, p.owner_column, p.publishes, c.relrowsecurity as has_row_security,
       c.relreplident = 'f' as whole_old_row, p.anon_sees, p.authenticated_sees,
       a.attname as name, t.typname as type, format_type(t.oid, null) as sql_type,
       coalesce(a.attnum = any (i.indkey), false) as is_key,
       array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r
             where has_schema_privilege(r, n.oid, 'usage') and has_column_privilege(r, c.oid, a.attnum, 'select')) as readable_by
     from published p
     join pg_catalog.pg_class c on c.oid = p.relation
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_catalog.pg_type t on t.oid = a.atttypid
     left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
     order by n.nspname, c.relname, a.attnum`,
  );
  const groups = Map.groupBy(rows, ({ schema, table }) => nameOf(schema, table));
  return new Map([...groups].map(([name, columns]) => [name, toTable(columns)]));
}

function toTable(rows: readonly CatalogueRow[]): PublishedTable {
  const [first] = rows;
  if (!first) throw new Error('a published table has columns');
  const columns = rows.map(
    (row): Column => ({
      name: row.name,
      type: row.type,
      sqlType: row.sql_type,
      isKey: row.is_key,
      readableBy: new Set(row.readable_by),
    }),
  );
  return {
    schema: first.schema,
    table: first.table,
    ownerColumn: first.owner_column,
    publishes: new Set(first.publishes),
    hasRowSecurity: first.has_row_security,
    publishesWholeOldRow: first.whole_old_row,
    sight: { anon: first.anon_sees, authenticated: first.authenticated_sees, service_role: 'true' },
    columns,
    key: columns.filter(({ isKey }) => isKey),
  };
}

function nameOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}
