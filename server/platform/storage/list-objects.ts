import { z } from 'zod';
import { endOfPrefix } from './name-range.ts';
import { readBody } from './read-body.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';

const MAX_ROWS = 1_000;

const listing = z.object({
  prefix: z.string().max(1_024).default(''),
  limit: z
    .number()
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, MAX_ROWS)),
  offset: z.number().int().min(0).max(10_000_000).default(0),
  search: z.string().max(1_024).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
});

/**
 * `POST /object/list/{bucket}`: one level below the prefix, folders first. Folders aren't stored: they are leading
 * parts of names. The prefix is an index range, because names are stored in byte order.
 */
export async function listObjects(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { limit, offset, search, sortBy, ...wanted } = await readBody(call.request, listing);
  const prefix = folderOf(wanted.prefix);
  const { column = 'name', order = 'asc' } = sortBy ?? {};
  const [found] = await runAs(parts, call, {
    text: `
      with below as (
        select id, split_part(substr(name, length($2) + 1), '/', 1) as name,
          position('/' in substr(name, length($2) + 1)) > 0 as is_folder,
          updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1 and name >= $2 and ($3::text is null or name < $3)
      ), entries as (
        select distinct null::uuid as id, name, null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata, true as is_folder
        from below where is_folder
        union all
        select id, name, updated_at, created_at, last_accessed_at, metadata, false from below where not is_folder
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata from entries
      where starts_with(lower(name), lower($4))
      order by is_folder desc, ${column} ${order}, name ${order} limit $5 offset $6`,
    values: [call.bucket, prefix, endOfPrefix(prefix), search ?? '', limit, offset],
  });
  return Response.json(found?.rows ?? []);
}

/** Normalizes `folder` and `/folder/` to `folder/`. */
function folderOf(prefix: string): string {
  const bare = prefix.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `${bare}/`;
}
