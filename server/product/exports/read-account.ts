import type { Database } from '#server/platform/db/database.ts';
import { readableName } from './read-results.ts';

/** A JSON file of an archive. */
export interface AccountTable {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** A stored file of the user, with its name in the archive. */
export interface AccountFile {
  readonly bucket: string;
  readonly path: string;
  readonly etag: string;
  readonly size: number;
  readonly name: string;
}

/**
 * Every table of the product that has an owner column, including future ones. Without the search index, which
 * is derived from other rows, and the archives themselves.
 */
const OWNED = `
  select c.table_name::text as name,
    format('select to_jsonb(t) as row from public.%I t where t.%I = $1 order by to_jsonb(t) ->> ''created_at''', c.table_name, c.column_name) as sql
  from information_schema.columns c
  join information_schema.tables t on (t.table_schema, t.table_name) = (c.table_schema, c.table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and (c.column_name = 'user_id' or (c.table_name, c.column_name) = ('profiles', 'id'))
    and c.table_name not in ('search_words', 'account_exports')
  order by c.table_name`;

/**
 * Data outside the product's tables: the account itself, its ways to sign in, and the contents of the trash.
 */
const OTHERS: readonly (readonly [name: string, sql: string])[] = [
  [
    'account',
    `select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
       'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
       'user_metadata', u.raw_user_meta_data) as row
     from auth.users u where u.id = $1`,
  ],
  [
    'sign_in_services',
    `select jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data, 'created_at', i.created_at,
       'last_sign_in_at', i.last_sign_in_at) as row
     from auth.identities i where i.user_id = $1 order by i.created_at`,
  ],
  [
    'sessions',
    `select jsonb_build_object('signed_in_at', s.created_at, 'user_agent', s.user_agent, 'ip_address', host(s.ip)) as row
     from auth.sessions s where s.user_id = $1 order by s.created_at`,
  ],
  [
    'trash_contents',
    `select jsonb_build_object('id', t.id, 'content', c.content) as row
     from public.trash t join private.trash_contents c on c.trash_id = t.id
     where t.user_id = $1 order by t.deleted_at`,
  ],
];

/** A long list is read at once: it is one user's. */
const LIMIT = { limit: 60_000 };

export async function readTables(database: Database, userId: string): Promise<AccountTable[]> {
  const owned = await database.query<{ name: string; sql: string }>(OWNED);
  const wanted = [...owned.map(({ name, sql }) => [name, sql] as const), ...OTHERS];
  const tables: AccountTable[] = [];
  for (const [name, sql] of wanted) {
    const rows = await database.query<{ row: unknown }>(sql, [userId], LIMIT);
    tables.push({ name, rows: rows.map(({ row }) => row) });
  }
  return tables;
}

export async function readFiles(database: Database, userId: string): Promise<AccountFile[]> {
  const rows = await database.query<Omit<AccountFile, 'name'> & { title: string | null }>(
    `select o.bucket_id as bucket, o.name as path, o.metadata ->> 'eTag' as etag,
       (o.metadata ->> 'size')::double precision as size,
       coalesce(o.user_metadata ->> 'name', (
         select f.name from public.task_files f where (f.bucket, f.path) = (o.bucket_id, o.name) limit 1)) as title
     from storage.objects o
     where o.version is not null and o.bucket_id in ('task-attachments', 'ai-outputs')
       and o.name >= $1::text || '/' and o.name < $1::text || '0'
     order by o.created_at, o.name`,
    [userId],
  );
  return rows.map(({ title, ...file }) => ({ ...file, name: nameInArchive(file, title) }));
}

/** Unique per file, and valid on every system. The random part is in the rows, too. */
function nameInArchive({ bucket, path }: { bucket: string; path: string }, title: string | null): string {
  const own = path.split('/').at(-1) ?? path;
  const random = own.slice(0, 8);
  const readable = readableName(title ?? own);
  const folder = bucket === 'ai-outputs' ? 'results' : 'attachments';
  return `files/${folder}/${random}-${readable}`;
}
