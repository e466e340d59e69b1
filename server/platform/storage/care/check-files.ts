import type { ListedObject } from '#server/providers/object-store/object-store.ts';
import { ObjectsHeldError } from '#server/providers/object-store/object-store.ts';
import type { Database } from '../../db/database.ts';
import { blobKey } from '../blobs.ts';
import type { BlobParts } from '../storage-parts.ts';

/** What a comparison of the store with the database found. */
export interface FilesCheck {
  /** Versions that rows refer to. */
  readonly files: number;
  /** Those of them that the store doesn't have. */
  readonly lost: number;
  /** The first few of these. */
  readonly lostVersions: readonly string[];
  /** Objects that no row has referred to for longer than the grace. */
  readonly unknown: number;
  /** Those of them that were removed. */
  readonly removed: number;
}

export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number;
}

const PAGE = 1_000;
const DAY = 24 * 60 * 60_000;
/**
 * Age at which an object without a row is removed. Uploads that failed and files that were deleted are removed within an
 * hour by their list (`loose_blobs`); what remains comes from a restored database or a mistake in the settings, and a
 * person needs time to notice either.
 */
const GRACE = 30 * DAY;
/** Removed in one check. */
const REMOVED_MAX = 10_000;
/** So many without a row are no leftovers: the store probably belongs to another database. */
const SUSPICIOUS = { atLeast: 100, share: 0.1 };
const NAMED = 20;
/** Those that the list doesn't have are looked for one by one, since they may have been stored meanwhile. */
const LOOKED_FOR = 1_000;

/** Compares the store with the database, removes what belongs to nobody, and keeps the result for monitoring. */
export async function checkFiles(
  parts: BlobParts,
  { signal, now = Date.now() }: CheckOptions = {},
): Promise<FilesCheck> {
  const { database, objectStore, log } = parts;
  let files = 0;
  let lost = 0;
  const lostVersions: string[] = [];
  const unknown: string[] = [];
  let unknownCount = 0;
  let after = '';
  for await (const { versions, end } of pagesOf(objectStore.list())) {
    signal?.throwIfAborted();
    const known = await versionsBetween(parts, after, end);
    after = end ?? '';
    files += known.length;
    for (const version of known) {
      if (versions.has(version) || (lost < LOOKED_FOR && (await isThere(parts, version)))) continue;
      lost += 1;
      if (lostVersions.length < NAMED) lostVersions.push(version);
    }
    const old = [...versions].filter(([, { modified }]) => modified.getTime() < now - GRACE);
    const strangers = await withoutRow(
      parts,
      old.map(([version]) => version),
    );
    unknownCount += strangers.length;
    unknown.push(...strangers.slice(0, REMOVED_MAX - unknown.length));
  }
  const isSuspicious =
    unknownCount > SUSPICIOUS.atLeast && unknownCount > (files + unknownCount) * SUSPICIOUS.share;
  const removed = isSuspicious ? 0 : await removeAll(parts, unknown, signal);
  const check = { files, lost, lostVersions, unknown: unknownCount, removed };
  await database.query(
    `insert into private.file_checks (files, lost, lost_versions, unknown, removed) values ($1, $2, $3, $4, $5)
     on conflict (one) do update set checked_at = now(), files = excluded.files, lost = excluded.lost,
       lost_versions = excluded.lost_versions, unknown = excluded.unknown, removed = excluded.removed`,
    [files, lost, lostVersions, unknownCount, removed],
  );
  if (lost > 0) log.error('files are missing from the store', { lost, of: files, versions: lostVersions });
  if (isSuspicious) {
    log.error('most of the store belongs to no file of this database, so nothing of it was removed', {
      unknown: unknownCount,
      files,
    });
  } else if (unknownCount > 0)
    log.warn('objects without a file were removed', { unknown: unknownCount, removed });
  return check;
}

/** What a night's check does besides: removes unfinished uploads. Some services can't list these. */
export async function checkFilesAtNight(parts: BlobParts, signal: AbortSignal): Promise<void> {
  await checkFiles(parts, { signal });
  await parts.objectStore.removeUnfinished().catch((error: unknown) => {
    parts.log.warn("couldn't remove unfinished uploads", { error });
  });
}

/** How many files the last check missed. */
export async function lostFiles(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ lost: number }>('select lost::int as lost from private.file_checks');
  return row?.lost ?? 0;
}

interface Page {
  readonly versions: ReadonlyMap<string, ListedObject>;
  /** Its last version; null if nothing follows. */
  readonly end: string | null;
}

/** At least one page, so that rows are compared with an empty store, too. Objects that aren't ours are left out. */
async function* pagesOf(listed: AsyncIterable<ListedObject>): AsyncGenerator<Page> {
  let versions = new Map<string, ListedObject>();
  let last = '';
  for await (const object of listed) {
    const version = object.key.slice(object.key.indexOf('/') + 1);
    if (blobKey(version) !== object.key) continue;
    if (versions.size === PAGE) {
      yield { versions, end: last };
      versions = new Map();
    }
    versions.set(version, object);
    last = version;
  }
  yield { versions, end: null };
}

async function versionsBetween(
  { database }: BlobParts,
  after: string,
  end: string | null,
): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    `select version from storage.objects
     where version collate "C" > $1 and ($2::text is null or version collate "C" <= $2)
     order by version collate "C"`,
    [after, end],
  );
  return rows.map(({ version }) => version);
}

/** True if it was stored, or its row was deleted, since the list was read. */
async function isThere({ database, objectStore }: BlobParts, version: string): Promise<boolean> {
  if (await objectStore.has(blobKey(version))) return true;
  const rows = await database.query('select 1 as one from storage.objects where version = $1', [version]);
  return rows.length === 0;
}

/** Also leaves out those that are listed to be removed. */
async function withoutRow({ database }: BlobParts, versions: readonly string[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const rows = await database.query<{ version: string }>(
    `select version from unnest($1::text[]) as found (version)
     where not exists (select from storage.objects as o where o.version collate "C" = found.version)
       and not exists (select from storage.loose_blobs as l where l.version = found.version)`,
    [versions],
  );
  return rows.map(({ version }) => version);
}

async function removeAll(
  parts: BlobParts,
  versions: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  try {
    for (let at = 0; at < versions.length; at += PAGE) {
      // Again, because reading the whole list takes a while.
      for (const version of await withoutRow(parts, versions.slice(at, at + PAGE))) {
        signal?.throwIfAborted();
        await parts.objectStore.delete(blobKey(version));
        removed += 1;
      }
    }
  } catch (error) {
    // A backup is being made: they are found again.
    if (!(error instanceof ObjectsHeldError)) throw error;
  }
  return removed;
}
