import { createHash } from 'node:crypto';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';

/** At most `limit` requests per window of `seconds`. */
export interface WindowLimit {
  readonly limit: number;
  readonly seconds: number;
}

export interface RequestLimiter {
  /** Counts a request. Returns 0 to proceed, otherwise the seconds to wait. */
  take(key: string): number;
}

/** Sums the counts of all processes. */
export interface SharedCounts {
  /** Adds requests by key. Returns the sums of the current windows, with their age in milliseconds. */
  add(
    added: ReadonlyMap<string, number>,
    seconds: number,
  ): Promise<readonly { readonly key: string; readonly total: number; readonly age: number }[]>;
}

export interface RequestLimiterOptions {
  readonly now?: () => number;
  /** Unset: this process counts for itself. */
  readonly shared?: { readonly counts: SharedCounts; readonly log: Log } | null;
}

interface Count {
  since: number;
  count: number;
  /** Not added to the shared count yet. */
  unshared: number;
}

/** Maximum number of tracked keys; beyond it, the oldest counts are reset. */
const MAX_KEYS = 50_000;
/** Fraction of the limit from which a count is shared: nearly everybody stays below, and costs no statement. */
const SHARED_FROM = 0.05;
const SHARE_EVERY = 1_000;

/**
 * Flood protection for every request, counted in memory; who sends many is counted for all processes together, a second
 * late. Exact limits are only used for specific actions (rate-limiter.ts), at the cost of a statement each. A fixed
 * window allows at most twice its limit.
 */
export function createRequestLimiter(
  window: WindowLimit | null,
  { now = () => performance.now(), shared = null }: RequestLimiterOptions = {},
): RequestLimiter {
  if (window === null) return { take: () => 0 };
  const { limit, seconds } = window;
  const counts = new Map<string, Count>();
  const length = seconds * 1000;
  let sharing: NodeJS.Timeout | undefined;

  function countOf(key: string, at: number): Count {
    const known = counts.get(key);
    if (known && at - known.since < length) return known;
    const fresh = { since: at, count: 0, unshared: 0 };
    counts.delete(key);
    counts.set(key, fresh);
    if (counts.size > MAX_KEYS) forgetOldest(counts);
    return fresh;
  }

  async function share({ counts: others, log }: NonNullable<RequestLimiterOptions['shared']>): Promise<void> {
    sharing = undefined;
    const many = [...counts].filter(([, { count, unshared }]) => unshared > 0 && count > limit * SHARED_FROM);
    const added = new Map(many.map(([key, { unshared }]) => [key, unshared]));
    for (const [, one] of many) one.unshared = 0;
    try {
      for (const { key, total, age } of await others.add(added, seconds)) {
        const one = counts.get(key);
        if (!one) continue;
        one.count = total + one.unshared;
        one.since = now() - age;
      }
    } catch (error) {
      log.warn('requests were counted by this process alone', { error });
    }
  }

  return {
    take(key) {
      const at = now();
      const current = countOf(key, at);
      current.count++;
      current.unshared++;
      if (shared && current.count > limit * SHARED_FROM) {
        sharing ??= setTimeout(() => void share(shared), SHARE_EVERY).unref();
      }
      return current.count <= limit ? 0 : Math.max(1, Math.ceil((current.since + length - at) / 1000));
    },
  };
}

/** Maps keep insertion order, and a new window is reinserted. */
function forgetOldest(counts: Map<string, unknown>): void {
  const oldest = counts.keys().next();
  if (!oldest.done) counts.delete(oldest.value);
}

/** Null on the embedded database, which has one process. `name` keeps limits apart. */
export function createSharedCounts(database: Database, name: string): SharedCounts | null {
  if (database.engine === 'pglite') return null;
  const digestOf = (key: string): string => createHash('sha256').update(`${name}:${key}`).digest('base64url');
  return {
    async add(added, seconds) {
      const keys = new Map([...added.keys()].map((key) => [digestOf(key), key]));
      const rows = await database.query<{ key: string; total: number; age: number }>(
        'select key, total, age from private.add_requests($1, $2, $3)',
        [[...keys.keys()], [...added.values()], seconds],
      );
      return rows.map((row) => ({ ...row, key: keys.get(row.key) ?? '' }));
    },
  };
}
