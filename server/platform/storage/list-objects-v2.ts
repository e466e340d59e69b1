import { z } from 'zod';
import type { Row, Statement } from '../db/database.ts';
import { type Cursor, readCursor, writeCursor } from './list-cursor.ts';
import { endOfPrefix } from './name-range.ts';
import { readBody } from './read-body.ts';
import { refusals } from './storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';

const MAX_ROWS = 1_000;

const listing = z.object({
  prefix: z.string().max(1_024).default(''),
  limit: z
    .number()
    .int()
    .min(1)
    .default(MAX_ROWS)
    .transform((limit) => Math.min(limit, MAX_ROWS)),
  cursor: z.string().max(4_096).nullish(),
  with_delimiter: z.boolean().default(false),
  exactMatch: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
  // Objects aren't versioned here, so including noncurrent ones changes nothing.
  noncurrentVersions: z.enum(['exclude', 'include', 'only']).default('exclude'),
  deleteMarkers: z.enum(['exclude', 'include', 'only']).default('exclude'),
});
type Listing = z.infer<typeof listing>;

interface Wanted extends Omit<Listing, 'cursor'> {
  readonly bucket: string;
  readonly column: Cursor['column'];
  readonly order: Cursor['order'];
  readonly cursor: Cursor | null;
}

const entry = z.looseObject({ name: z.string(), is_folder: z.boolean(), sorted_by: z.string() });
type Entry = z.infer<typeof entry>;

/**
 * `POST /object/list-v2/{bucket}`: keyset, not offset, so concurrent uploads don't shift pages. The prefix is a plain
 * name prefix; with a delimiter, deeper objects are shown as their folder.
 */
export async function listObjectsV2(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { cursor: text, ...body } = await readBody(call.request, listing);
  if (body.noncurrentVersions === 'only' || body.deleteMarkers === 'only') {
    throw refusals.invalidRequest('Versions of objects are not supported');
  }
  const cursor = text ? readCursor(text) : null;
  const { column = 'name', order = 'asc' } = cursor ?? body.sortBy ?? {};
  const [found] = await runAs(
    parts,
    call,
    toStatement({ ...body, bucket: call.bucket, column, order, cursor }),
  );
  const rows = z.array(entry).parse(found?.rows ?? []);
  const page = rows.slice(0, body.limit);
  const last = rows.length > body.limit ? page.at(-1) : undefined;
  return Response.json({
    hasNext: last !== undefined,
    ...(last && { nextCursor: writeCursor({ column, order, name: last.name, value: last.sorted_by }) }),
    folders: page.filter(({ is_folder }) => is_folder).map(({ name }) => ({ key: lastPart(name), name })),
    objects: page.filter(({ is_folder }) => !is_folder).map((row) => toObject(row, body.with_delimiter)),
  });
}

/** Column and order are from the lists above; all other input is passed as parameters. */
function toStatement(wanted: Wanted): Statement {
  const { bucket, prefix, limit, column, order, cursor } = wanted;
  const values: unknown[] = [bucket, prefix];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const slash = wanted.with_delimiter ? `position('/' in substr(name, length($2::text) + 1))` : '0';
  const text = `
    with below as (
      select name as whole, ${slash} as slash, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects where bucket_id = $1 and ${rangeOf(wanted, bind)}
    ), entries as (
      -- A folder is as old as the oldest object in it, by either column: replacing an object moves no folder.
      select left(whole, length($2::text) + slash) as name, true as is_folder, null::uuid as id,
        min(created_at) as updated_at, min(created_at) as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata
      from below where slash > 0 group by 1
      union all
      select whole, false, id, updated_at, created_at, last_accessed_at, metadata from below where slash = 0
    )
    select *, ${column}::text as sorted_by from entries
    ${cursor === null ? '' : `where ${behind(cursor, bind)}`}
    order by ${column} ${order}, name ${order} limit ${bind(limit + 1)}`;
  return { text, values };
}

/** Returns the index range to read; when sorted by name, earlier pages aren't read again. */
function rangeOf(
  { prefix, exactMatch, column, order, cursor }: Wanted,
  bind: (value: unknown) => string,
): string {
  if (exactMatch) return 'name = $2';
  const bounds = ['name >= $2'];
  const end = endOfPrefix(prefix);
  if (end !== null) bounds.push(`name < ${bind(end)}`);
  if (cursor && column === 'name') {
    const behindFolder = cursor.name.endsWith('/') ? endOfPrefix(cursor.name) : null;
    if (order === 'desc') bounds.push(`name < ${bind(cursor.name)}`);
    else if (behindFolder === null) bounds.push(`name > ${bind(cursor.name)}`);
    else bounds.push(`name >= ${bind(behindFolder)}`);
  }
  return bounds.join(' and ');
}

function behind({ column, order, name, value }: Cursor, bind: (value: unknown) => string): string {
  const sign = order === 'asc' ? '>' : '<';
  if (column === 'name') return `name ${sign} ${bind(name)}`;
  return `(${column}, name) ${sign} (${bind(value)}::timestamptz, ${bind(name)} collate "C")`;
}

/** The key is the last part of the name, as in the official service; a flat list has none. */
function toObject({ is_folder: _folder, sorted_by: _sortedBy, ...row }: Entry, isNested: boolean): Row {
  return isNested ? { key: lastPart(row.name), ...row } : row;
}

function lastPart(name: string): string {
  return name.replace(/\/$/, '').split('/').at(-1) ?? name;
}
