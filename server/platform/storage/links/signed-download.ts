import { z } from 'zod';
import { readBody } from '../read-body.ts';
import { type Transformation, transformationSchema } from '../render/transformation.ts';
import { sendObject } from '../send-object.ts';
import { refusals } from '../storage-error.ts';
import { runAs, type StorageCall, type StorageParts } from '../storage-parts.ts';
import { findAnyway, findAsCaller } from '../stored-object.ts';
import type { Link } from './links.ts';

const NOT_FOUND = 'Either the object does not exist or you do not have access to it';

const one = z.object({
  expiresIn: z.number().int().positive(),
  transform: transformationSchema.nullish(),
  versionId: z.string().nullish(),
});
const many = z.object({
  expiresIn: z.number().int().positive(),
  paths: z.array(z.string().max(1_024)).max(1_000),
});

/** `POST /object/sign/{bucket}/{path}` */
export async function signObject(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { expiresIn, transform, versionId } = await readBody(call.request, one);
  if (versionId != null) throw refusals.invalidRequest('Versions of objects are not supported');
  assertLifetime(parts, expiresIn);
  const { name } = await findAsCaller(parts, call);
  return Response.json({ signedURL: await signedUrl(parts, call, { name, seconds: expiresIn, transform }) });
}

/** `POST /object/sign/{bucket}`: signs several paths, in the requested order. */
export async function signObjects(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { expiresIn, paths } = await readBody(call.request, many);
  assertLifetime(parts, expiresIn);
  const [found] = await runAs(parts, call, {
    text: 'select name from storage.objects where bucket_id = $1 and name = any ($2::text[])',
    values: [call.bucket, paths],
  });
  const visible = new Set((found?.rows ?? []).map(({ name }) => name));
  const answers = paths.map(async (path) =>
    visible.has(path)
      ? { error: null, path, signedURL: await signedUrl(parts, call, { name: path, seconds: expiresIn }) }
      : { error: NOT_FOUND, path, signedURL: null },
  );
  return Response.json(await Promise.all(answers));
}

/** `GET /object/sign/{bucket}/{path}?token=`: the link alone grants access, as long as the object exists. */
export async function downloadSigned(parts: StorageParts, call: StorageCall): Promise<Response> {
  const { bucket, name } = call;
  const link = await openLink(parts, call, 'download');
  return sendObject(parts, call, () => findAnyway(parts, bucket, name), {
    isPrivate: true,
    keepSeconds: link.secondsLeft,
  });
}

/** Verifies the link of a call. Throws StorageError unless it is valid for it. */
export async function openLink(
  parts: StorageParts,
  { bucket, name, url }: StorageCall,
  scope: Link['scope'],
): Promise<Link> {
  const link = await parts.links.verify(url.searchParams.get('token') ?? '', `${bucket}/${name}`, scope);
  assertLiveLink(parts, link);
  return link;
}

/** Links are revoked with the session that signed them, by signing out or deleting the account. */
function assertLiveLink({ liveSessions }: StorageParts, { sessionId }: Link): void {
  if (sessionId !== null && liveSessions.hasEnded(sessionId)) throw refusals.expiredToken();
}

/** Builds the link. The client adds its own base and encodes the whole URL, so the path isn't encoded here. */
async function signedUrl(
  parts: StorageParts,
  call: StorageCall,
  {
    name,
    seconds,
    transform,
  }: { name: string; seconds: number; transform?: Transformation | null | undefined },
): Promise<string> {
  const { caller, bucket } = call;
  const url = `${bucket}/${name}`;
  const transformation = transform && Object.keys(transform).length > 0 ? transform : undefined;
  const scope = transformation ? 'render' : 'download';
  const token = await parts.links.sign(
    { url, scope, sessionId: caller.sessionId, owner: caller.userId, upsert: false, transformation },
    seconds,
  );
  return `/${transformation ? 'render/image' : 'object'}/sign/${url}?token=${token}`;
}

function assertLifetime({ limits }: StorageParts, seconds: number): void {
  if (seconds > limits.linkSeconds) {
    throw refusals.invalidRequest(`expiresIn: a link lives at most ${limits.linkSeconds} seconds`);
  }
}
