import { z } from 'zod';
import type { Row } from '../db/database.ts';
import { discardBlobs } from './blobs.ts';
import { readBody } from './read-body.ts';
import { refusals } from './storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from './storage-parts.ts';

const removal = z.object({ prefixes: z.array(z.string().max(1_024)).min(1).max(1_000) });

/** `DELETE /object/{bucket}`: exact names. The answer leaves out both missing and invisible ones. */
export async function removeObjects(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { prefixes } = await readBody(call.request, removal);
  return Response.json(await remove(parts, call, prefixes));
}

/** `DELETE /object/{bucket}/{path}` */
export async function removeObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  const removed = await remove(parts, call, [call.name]);
  if (removed.length === 0) throw refusals.noSuchKey();
  return Response.json({ message: 'Successfully deleted' });
}

async function remove(parts: StorageParts, call: StorageCall, names: readonly string[]): Promise<Row[]> {
  const [, removed] = await runAs(
    parts,
    call,
    { text: `select set_config('storage.allow_delete_query', 'true', true)` },
    {
      text: `delete from storage.objects where bucket_id = $1 and name = any ($2::text[])
             returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
               created_at, updated_at, last_accessed_at`,
      values: [call.bucket, names],
    },
  );
  const rows = removed?.rows ?? [];
  await discardBlobs(
    parts,
    rows.map(({ version }) => version),
  );
  return rows;
}
