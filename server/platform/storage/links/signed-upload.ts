import { assertObjectName } from '../object-name.ts';
import { checkFirst, readUpload } from '../read-upload.ts';
import { refusals } from '../storage-error.ts';
import type { StorageCall, StorageParts } from '../storage-parts.ts';
import { assertMayWrite, rulesOf, storeInTurn } from '../store-object.ts';
import { openLink } from './signed-download.ts';

/** `POST /object/upload/sign/{bucket}/{path}`: delegates one upload that the caller may make now. */
export async function signUpload(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { bucket, name, caller, request } = call;
  assertObjectName(name);
  await rulesOf(parts, bucket);
  const upsert = request.headers.get('x-upsert') === 'true';
  await assertMayWrite(parts, call, { bucket, name, owner: caller.userId, upsert });
  const token = await parts.links.sign(
    { url: `${bucket}/${name}`, scope: 'upload', sessionId: caller.sessionId, owner: caller.userId, upsert },
    parts.limits.uploadLinkSeconds,
  );
  return Response.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token });
}

/** `PUT /object/upload/sign/{bucket}/{path}?token=`: the object will belong to the signer. */
export async function uploadSigned(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { bucket, name } = call;
  const link = await openLink(parts, call, 'upload');
  assertObjectName(name);
  const rules = await rulesOf(parts, bucket);
  if (!link.upsert) await assertFree(parts, bucket, name);
  const incoming = await readUpload(call.request, rules.maxBytes);
  await checkFirst(incoming, () => rules.assertMimeType(incoming.mimeType));
  const target = { bucket, name, owner: link.owner, upsert: link.upsert };
  await storeInTurn(parts, target, incoming, rules.maxBytes);
  return Response.json({ Key: `${bucket}/${name}` });
}

/** Checks before the transfer instead of after it. */
async function assertFree({ database }: StorageParts, bucket: string, name: string): Promise<void> {
  const rows = await database.query(
    'select 1 as one from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  );
  if (rows.length > 0) throw refusals.keyExists();
}
