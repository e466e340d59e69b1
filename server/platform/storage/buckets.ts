import { z } from 'zod';
import type { Row } from '../db/database.ts';
import { discardBlobs } from './blobs.ts';
import { assertBucketName } from './object-name.ts';
import { parseInput, readBody } from './read-body.ts';
import { refusals } from './storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';

const COLUMNS =
  "id, name, coalesce(owner::text, '') as owner, public, file_size_limit, allowed_mime_types, created_at, updated_at";
const ALLOW_DELETE = { text: `select set_config('storage.allow_delete_query', 'true', true)` };

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['kb', 1_000],
  ['mb', 1_000_000],
  ['gb', 1_000_000_000],
]);

/** Bytes, or text such as `20mb` or `1gb`, in decimal units. */
const size = z.union([z.number().int().min(0), z.string()]).transform((value, context) => {
  if (typeof value === 'number') return value;
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value.trim()) ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  if (digits !== '' && factor !== undefined) return Math.floor(Number(digits) * factor);
  context.addIssue('must be a number of bytes, or such as "20mb"');
  return z.NEVER;
});

const mimeTypes = z.array(z.string().regex(/^(\*|[\w.+-]+)\/(\*|[\w.+-]+)$/, 'must be a mime type')).max(100);
const settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: size.nullish(),
  allowed_mime_types: mimeTypes.nullish(),
  versioning_status: z.literal('DISABLED', 'versions of objects are not supported').nullish(),
});
const creation = settings.extend({
  name: z.string(),
  id: z.string().optional(),
  type: z.literal('STANDARD').optional(),
});

/** `POST /bucket` */
export async function createBucket(parts: StorageParts, call: StorageCall): Promise<Response> {
  const wanted = await readBody(call.request, creation);
  const id = wanted.id ?? wanted.name;
  assertBucketName(id);
  assertBucketName(wanted.name);
  assertWithinLimit(parts, wanted.file_size_limit);
  const { userId } = call.caller;
  await runAs(parts, call, {
    text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
           values ($1, $2, $3::uuid, $3, $4, $5, $6)`,
    values: [
      id,
      wanted.name,
      userId,
      wanted.public ?? false,
      wanted.file_size_limit ?? null,
      wanted.allowed_mime_types ?? null,
    ],
  });
  return Response.json({ name: wanted.name });
}

const listing = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(100).default(''),
});

/** `GET /bucket` */
export async function listBuckets(parts: StorageParts, call: StorageCall): Promise<Response> {
  const wanted = parseInput(Object.fromEntries(call.url.searchParams), listing);
  const [found] = await runAs(parts, call, {
    // Both names are from the lists above.
    text: `select ${COLUMNS} from storage.buckets where starts_with(lower(name), lower($1))
           order by ${wanted.sortColumn} ${wanted.sortOrder}, id limit $2 offset $3`,
    values: [wanted.search, wanted.limit, wanted.offset],
  });
  return Response.json(found?.rows ?? []);
}

/** `GET /bucket/{id}` */
export async function getBucket(parts: StorageParts, call: StorageCall): Promise<Response> {
  const [found] = await runAs(parts, call, selectBucket(call));
  return Response.json(onlyRow(found?.rows));
}

/** `PUT /bucket/{id}` */
export async function updateBucket(parts: StorageParts, call: StorageCall): Promise<Response> {
  const wanted = await readBody(call.request, settings);
  assertWithinLimit(parts, wanted.file_size_limit);
  const [updated] = await runAs(parts, call, {
    text: `update storage.buckets set public = coalesce($2, public),
             file_size_limit = case when $3 then $4 else file_size_limit end,
             allowed_mime_types = case when $5 then $6 else allowed_mime_types end
           where id = $1 returning id`,
    values: [
      call.bucket,
      wanted.public ?? null,
      wanted.file_size_limit !== undefined,
      wanted.file_size_limit ?? null,
      wanted.allowed_mime_types !== undefined,
      wanted.allowed_mime_types ?? null,
    ],
  });
  onlyRow(updated?.rows);
  return Response.json({ message: 'Successfully updated' });
}

/** `POST /bucket/{id}/empty`: completes at once, although the contract's answer only promises to. */
export async function emptyBucket(parts: StorageParts, call: StorageCall): Promise<Response> {
  const [bucket, , deleted] = await runAs(parts, call, selectBucket(call), ALLOW_DELETE, {
    // The subquery sees only what the caller sees, so an invisible bucket, answered as missing, isn't emptied.
    text: `delete from storage.objects
           where bucket_id = (select id from storage.buckets where id = $1) returning version`,
    values: [call.bucket],
  });
  onlyRow(bucket?.rows);
  await discardBlobs(
    parts,
    (deleted?.rows ?? []).map(({ version }) => version),
  );
  return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}

/** `DELETE /bucket/{id}` */
export async function deleteBucket(parts: StorageParts, call: StorageCall): Promise<Response> {
  const held = await parts.database.query(
    'select 1 as one from storage.objects where bucket_id = $1 limit 1',
    [call.bucket],
  );
  const [bucket] = await runAs(parts, call, selectBucket(call));
  onlyRow(bucket?.rows);
  if (held.length > 0) throw refusals.notEmpty();
  const [, deleted] = await runAs(parts, call, ALLOW_DELETE, {
    text: 'delete from storage.buckets where id = $1 returning id',
    values: [call.bucket],
  });
  onlyRow(deleted?.rows);
  return Response.json({ message: 'Successfully deleted' });
}

function selectBucket({ bucket }: StorageCall): { text: string; values: string[] } {
  return { text: `select ${COLUMNS} from storage.buckets where id = $1`, values: [bucket] };
}

function assertWithinLimit({ limits }: StorageParts, bytes: number | null | undefined): void {
  if ((bytes ?? 0) > limits.objectBytes) throw refusals.tooLarge();
}

function onlyRow(rows: readonly Row[] | undefined): Row {
  const [row] = rows ?? [];
  if (!row) throw refusals.noSuchBucket();
  return row;
}
