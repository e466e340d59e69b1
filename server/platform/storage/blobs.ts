import { newUuid } from '#server/lib/ids.ts';
import { ObjectsHeldError } from '#server/providers/object-store/object-store.ts';
import type { BlobParts } from './storage-parts.ts';

/** Age at which a version without a row counts as abandoned. Far longer than any upload takes. */
const ABANDONED_SECONDS = 60 * 60;
const SWEEP = 100;

/** Returns the key of a version's bytes, spread over 256 folders so that none grows huge. */
export function blobKey(version: string): string {
  return `${version.slice(0, 2)}/${version}`;
}

/** Creates a version, recorded as loose before its first byte is written, so that it is found after a crash. */
export async function newVersion({ database }: BlobParts): Promise<string> {
  const version = newUuid();
  await database.query('insert into storage.loose_blobs (version) values ($1)', [version]);
  return version;
}

/** Deletes the bytes of versions without a row. Returns false if that failed; the sweep retries. */
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
    log.warn("couldn't remove files, the sweep will remove them", { error, files: gone.length });
    return false;
  }
}

/** Deletes the bytes left by crashed uploads and by deletions with SQL. Safe to run in several processes. */
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
