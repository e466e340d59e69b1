import { newUuid } from '#server/lib/ids.ts';
import { ObjectsHeldError } from '#server/providers/object-store/object-store.ts';
import type { BlobParts } from './storage-parts.ts';

/** Until a version that no row holds is taken for abandoned. Far above the longest upload. */
const ABANDONED_SECONDS = 60 * 60;
const SWEEP = 100;

/** Where the bytes of a version lie. Spread over 256 folders, so that none grows huge. */
export function blobKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}

/** A version that is noted as loose before its first byte is written: whatever happens, it will be found again. */
export async function newVersion({ database }: BlobParts): Promise<string> {
  const version = newUuid();
  await database.query('insert into storage.loose_blobs (version) values ($1)', [version]);
  return version;
}

/** Removes the bytes of versions that no row holds any more. False when that failed, which is left to the sweep. */
export async function discardBlobs(
  { database, objectStore, log }: BlobParts,
  versions: readonly unknown[],
): Promise<boolean> {
  const gone = versions.filter((version) => typeof version === 'string');
  try {
    for (const version of gone) await objectStore.delete(blobKey(version));
    if (gone.length > 0) {
      await database.query('delete from storage.loose_blobs where version = any ($1::text[])', [gone]);
    }
    return true;
  } catch (error) {
    if (error instanceof ObjectsHeldError) return false;
    log.warn('files could not be removed and are left to the sweep', { error, files: gone.length });
    return false;
  }
}

/** Removes what crashed uploads and deletions by SQL have left. Running in several processes does no harm. */
export async function sweepBlobs(parts: BlobParts): Promise<void> {
  for (;;) {
    const rows = await parts.database.query<{ version: string }>(
      `select version from storage.loose_blobs where since < now() - make_interval(secs => $1) limit $2`,
      [ABANDONED_SECONDS, SWEEP],
    );
    const versions = rows.map(({ version }) => version);
    if (!(await discardBlobs(parts, versions)) || rows.length < SWEEP) return;
  }
}
