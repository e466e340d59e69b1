import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import { buildSchema } from './build-schema.ts';
import { readCatalogue } from './read-catalogue.ts';
import type { ExposedSchema } from './schema.ts';

const CHANNEL = 'pgrst';
const RETRY_MS = 1_000;

export interface SchemaCache {
  /** By name; null until the catalogue has been read for the first time. */
  current(): ReadonlyMap<string, ExposedSchema> | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The exposed schemas as they are. Read again on `notify pgrst, 'reload schema'`, and after a lost connection, when
 * such a notice may have been missed. Until a new reading is complete the old one serves.
 */
export function createSchemaCache(deps: {
  readonly database: Database;
  readonly schemas: readonly string[];
  readonly allowsAggregates?: boolean;
  readonly log: Log;
}): SchemaCache {
  const { database, schemas, allowsAggregates, log } = deps;
  let current: ReadonlyMap<string, ExposedSchema> | null = null;
  let reading: Promise<void> | null = null;
  let isStale = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  const endings: (() => Promise<void> | void)[] = [];

  const read = async (): Promise<void> => {
    do {
      isStale = false;
      const rows = await readCatalogue(database, schemas);
      current = new Map(schemas.map((name) => [name, buildSchema(name, rows, allowsAggregates)]));
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

  return {
    current: () => current,
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
