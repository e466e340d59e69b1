import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError } from './database.ts';
import type { Driver, Work } from './driver.ts';
import { rowsOf, runTransaction } from './transaction.ts';

export const DEFAULT_LIMIT = 10_000;
const DEFAULT_IDLE = 1_000;
const DEFAULT_TOTAL = 10_000;
const DEFAULT_DRAIN = 8_000;

interface Scope {
  open: boolean;
}

/** What both engines have in common: transactions with limits, the guard against nested use, effects after commit. */
export function createDatabase(driver: Driver, options: { log: Log; limit: number }): Database {
  const scopes = new AsyncLocalStorage<Scope>();
  // Listeners and effects run outside of whatever transaction happened to be open when they were called.
  const outside = AsyncLocalStorage.snapshot();

  const assertOutside = (): void => {
    if (!scopes.getStore()?.open) return;
    throw new DatabaseError(
      '25001',
      'inside a transaction use its own handle: the plain database would wait for ever',
    );
  };
  const run = async (work: Work, limit = options.limit) => {
    assertOutside();
    return driver.run(work, limit);
  };
  /** Calls somebody else's code, whose failure is not ours. */
  const call = (what: string, act: () => void): void => {
    try {
      outside(act);
    } catch (error) {
      options.log.error(`${what} failed`, { error });
    }
  };

  return {
    engine: driver.engine,
    batch: (statements, { limit } = {}) => run({ statements }, limit),
    query: async (text, values = [], { limit } = {}) =>
      rowsOf(await run({ statements: [{ text, values }] }, limit)),
    exec: (sql, { limit } = {}) => run({ sql }, limit),

    async transaction(work, { limit = options.limit, idle = DEFAULT_IDLE, total = DEFAULT_TOTAL } = {}) {
      assertOutside();
      const session = await driver.hold();
      const scope: Scope = { open: true };
      try {
        const { value, effects } = await scopes.run(scope, () =>
          runTransaction(session, work, { limit, idle, total }),
        );
        scope.open = false;
        for (const effect of effects) call('an effect after a commit', effect);
        return value;
      } finally {
        scope.open = false;
      }
    },

    listen: async (channel, onPayload) => {
      assertOutside();
      return driver.listen(channel, (payload) => call('a listener', () => onPayload(payload)));
    },
    onReopen: (listener) => driver.onReopen(() => call('a listener', listener)),
    isHealthy: () => driver.isHealthy(),
    close: (limit = DEFAULT_DRAIN) => driver.close(limit),
  };
}
