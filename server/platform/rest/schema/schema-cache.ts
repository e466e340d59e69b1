import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import { buildSchema } from './build-schema.ts';
import { readStamp } from './catalogue-stamp.ts';
import { readCatalogue } from './read-catalogue.ts';
import type { ExposedSchema } from './schema.ts';
import { readTableFacts, type TableFactsMap } from './table-facts.ts';

const CHANNEL = 'pgrst';
const RETRY_MS = 1_000;
/** How old the cache may be before a request has the catalogue asked whether it still holds. */
const HOLDS_MS = 2_000;

export interface Loaded {
  readonly schemas: ReadonlyMap<string, ExposedSchema>;
  readonly facts: TableFactsMap;
}

export interface SchemaCache {
  /** Null until the catalogue has been read for the first time. */
  current(): Loaded | null;
  /** Looks whether the catalogue has changed, unless that was done just now, and reads it again then. */
  freshen(): Promise<void>;
  /** The same at once: somebody asks for what is not known. */
  look(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The exposed schemas as they are. Read again when the catalogue has changed, on `notify pgrst, 'reload schema'`, and
 * after a lost connection, when such a notice may have been missed. Until a new reading is complete the old one serves.
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
  let looking: Promise<void> | null = null;
  let nextLook: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isStale = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const endings: (() => Promise<void> | void)[] = [];

  const read = async (): Promise<void> => {
    do {
      isStale = false;
      // First, so that what changes while the rest is read is found the next time.
      const stamp = await readStamp(database, schemas);
      const rows = await readCatalogue(database, schemas);
      const facts = await readTableFacts(database, schemas);
      current = {
        stamp,
        facts,
        schemas: new Map(schemas.map((name) => [name, buildSchema(name, rows, allowsAggregates)])),
      };
    } while (isStale);
  };

  /** Notices that arrive during a reading lead to one more, not to one each. */
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
      log.error('the schema could not be read again', { error });
      clearTimeout(retry);
      retry = setTimeout(reloadLater, RETRY_MS).unref();
    });
  };

  const compare = async (): Promise<void> => {
    lookedAt = now();
    const known = current;
    if ((await readStamp(database, schemas)) !== known?.stamp && current === known) await reload();
  };

  const lookNow = async (): Promise<void> => {
    // A look under way may have begun before the change that somebody asks for now.
    await looking?.catch(() => {}); // whoever began it hears of it
    nextLook = null;
    looking = compare().finally(() => {
      looking = null;
    });
    await looking;
  };

  /** Who asks at the same time shares one look. */
  const look = (): Promise<void> => {
    nextLook ??= lookNow();
    return nextLook;
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
      await reading?.catch(() => {}); // a reading that fails now was reported or no longer matters
    },
  };
}
