import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError, type RunOptions } from './database.ts';
import type { Driver, Session, Work } from './driver.ts';
import { isImpatience, withPatience } from './patience.ts';
import { rowsOf, runTransaction } from './transaction.ts';
import { currentPayer } from './turns/payer.ts';
import type { Turn, TurnOptions, TurnQueue } from './turns/turn-queue.ts';

export const DEFAULT_LIMIT = 10_000;
const DEFAULT_IDLE = 1_000;
const DEFAULT_TOTAL = 10_000;
const DEFAULT_DRAIN = 8_000;

interface Scope {
  open: boolean;
}

export interface DatabaseOptions {
  readonly log: Log;
  readonly limit: number;
  /** Fair scheduling, for an engine that runs one statement at a time. */
  readonly turns?: TurnQueue;
}

/** The parts both engines share: transactions with limits, the guard against nested use, effects after commit. */
export function createDatabase(driver: Driver, options: DatabaseOptions): Database {
  const scopes = new AsyncLocalStorage<Scope>();
  // Listeners and effects run outside any transaction that was open when they were registered.
  const outside = AsyncLocalStorage.snapshot();

  const assertOutside = (): void => {
    if (!scopes.getStore()?.open) return;
    throw new DatabaseError(
      '25001',
      'inside a transaction use its own handle: the plain database would wait for ever',
    );
  };
  const run = async (work: Work, { limit = options.limit, patience }: RunOptions = {}) => {
    assertOutside();
    return inTurn(
      options.turns,
      ({ patience, meter }) => driver.run(withPatience(work, patience), limit, meter),
      { usual: patience, isTooShort: isImpatience },
    );
  };
  /** Calls foreign code, and only logs its failure. */
  const call = (what: string, act: () => void): void => {
    try {
      outside(act);
    } catch (error) {
      options.log.error(`${what} failed`, { error });
    }
  };

  return {
    engine: driver.engine,
    batch: (statements, options) =>
      run({ statements, settings: options?.settings, keepsJson: options?.keepsJson }, options),
    query: async (text, values = [], options) =>
      rowsOf(await run({ statements: [{ text, values }], settings: options?.settings }, options)),
    exec: (sql, options) => run({ sql }, options),

    async transaction(
      work,
      { limit = options.limit, idle = DEFAULT_IDLE, total = DEFAULT_TOTAL, patience, settings } = {},
    ) {
      assertOutside();
      const onSession = async (session: Session, patience: number | undefined) => {
        const scope: Scope = { open: true };
        try {
          return await scopes.run(scope, () =>
            runTransaction(session, work, { limit, idle, total, patience, settings }),
          );
        } finally {
          scope.open = false;
        }
      };
      const { value, effects } = await inTurn(
        options.turns,
        async ({ patience, meter }) => {
          const session = await driver.hold();
          const begun = performance.now();
          // Holds the turn until the session is returned, since nobody else can run a statement before.
          return onSession(session, patience).finally(() => meter(performance.now() - begun));
        },
        { usual: patience, isTooShort: isImpatience },
      );
      for (const effect of effects) call('an effect after a commit', effect);
      return value;
    },

    listen: async (channel, onPayload) => {
      assertOutside();
      return driver.listen(channel, (payload) => call('a listener', () => onPayload(payload)));
    },
    onReopen: (listener) => driver.onReopen(() => call('a listener', listener)),
    claim: (name, options) => driver.claim(name, options),
    isCurrent: () => driver.isCurrent(),
    isHealthy: () => driver.isHealthy(),
    close: (limit = DEFAULT_DRAIN) => {
      options.turns?.open();
      return driver.close(limit);
    },
  };
}

/** The system's own work skips the queue. */
function inTurn<T>(
  turns: TurnQueue | undefined,
  work: (turn: Pick<Turn, 'meter'> & { readonly patience: number | undefined }) => Promise<T>,
  options: TurnOptions,
): Promise<T> {
  const payer = currentPayer();
  if (!turns || payer === null) return work({ patience: options.usual, meter: () => {} });
  return turns.take(payer, (turn) => work({ ...turn, patience: options.usual && turn.patience }), options);
}
