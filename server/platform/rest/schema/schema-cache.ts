import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import { isPassing } from '../../db/passing.ts';
import { buildSchema } from './build-schema.ts';
import { readStamp } from './catalogue-stamp.ts';
import { readCatalogue } from './read-catalogue.ts';
import type { ExposedSchema } from './schema.ts';
import { readTableFacts, type TableFactsMap } from './table-facts.ts';

const CHANNEL = 'pgrst';
const RETRY_MS = 1_000;
/** Age at which a request revalidates the cache. */
const HOLDS_MS = 2_000;

export interface Loaded {
  readonly schemas: ReadonlyMap<string, ExposedSchema>;
  readonly facts: TableFactsMap;
}

export interface SchemaCache {
  /** Null until the catalogue has been read once. */
  current(): Loaded | null;
  /** Revalidates the cache unless that was done just now; reloads it if the catalogue has changed. */
  freshen(): Promise<void>;
  /** Revalidates at once, because a name wasn't found. */
  look(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Caches the exposed schemas. Reloaded when the catalogue has changed, on `notify pgrst, 'reload schema'`, and after
 * a lost connection, when such a notification may have been missed. The old version serves until the new one is
 * complete.
 */
export function createSchemaCache(deps: {
  readonly database: Database;
  readonly schemas: readonly string[];
  readonly allowsAggregates?: boolean;
  readonly log: Log;
  readonly now?: () => number;
}): SchemaCache {
  const { database, schemas, allowsAggregates, log, now = () => performance.now() } = deps;
  let current: (Loaded & { readonly stamp: string }) | null = null;
  let reading: Promise<void> | null = null;
  let revalidating: Promise<void> | null = null;
  let nextRevalidation: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isStale = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const endings: (() => Promise<void> | void)[] = [];

  const read = async (): Promise<void> => {
    do {
      isStale = false;
      // Read first, so that a change during the rest is noticed next time.
      const stamp = await readStamp(database, schemas);
      const [rows, facts] = await Promise.all([
        readCatalogue(database, schemas),
        readTableFacts(database, schemas),
      ]);
      current = {
        stamp,
        facts,
        schemas: new Map(schemas.map((name) => [name, buildSchema(name, rows, allowsAggregates)])),
      };
    } while (isStale);
  };

  /** Notifications during a reload are coalesced into one more reload. */
  const reload = (): Promise<void> => {
    isStale = true;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  const reloadLater = (): void => {
    reload().catch((error: unknown) => {
      if (isStopped) return;
      log[isPassing(error) ? 'warn' : 'error']("couldn't reload the schema, trying again", { error });
      clearTimeout(retry);
      retry = setTimeout(reloadLater, RETRY_MS).unref();
    });
  };

  const compare = async (): Promise<void> => {
    lookedAt = now();
    const known = current;
    if ((await readStamp(database, schemas)) !== known?.stamp && current === known) await reload();
  };

  const revalidateNow = async (): Promise<void> => {
    // A check in flight may have started before the change that is being asked for.
    await revalidating?.catch(() => {}); // reported to the request that started it
    nextRevalidation = null;
    revalidating = compare().finally(() => {
      revalidating = null;
    });
    await revalidating;
  };

  /** Concurrent requests share one check. */
  const look = (): Promise<void> => {
    nextRevalidation ??= revalidateNow();
    return nextRevalidation;
  };

  return {
    current: () => current,
    look,
    async freshen() {
      if (now() - lookedAt >= HOLDS_MS) await look();
    },
    async start() {
      endings.push(database.onReopen(reloadLater));
      endings.push(
        await database.listen(CHANNEL, (payload) => {
          if (payload === '' || payload === 'reload schema') reloadLater();
        }),
      );
      await reload();
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      for (const end of endings.splice(0)) await end();
      await reading?.catch(() => {}); // a failure now was reported already, or no longer matters
    },
  };
}
