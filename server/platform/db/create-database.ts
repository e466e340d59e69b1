import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError, type RunOptions } from './database.ts';
import type { Driver, Session, Work } from './driver.ts';
import { isImpatience, runWithPatience } from './patience.ts';
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
  /** For an engine that does one thing after the other: people take turns. */
  readonly turns?: TurnQueue;
}

/** What both engines have in common: transactions with limits, the guard against nested use, effects after commit. */
export function createDatabase(driver: Driver, options: DatabaseOptions): Database {
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
  const run = async (work: Work, { limit = options.limit, patience }: RunOptions = {}) => {
    assertOutside();
    return inTurn(
      options.turns,
      ({ patience, meter }) =>
        runWithPatience(work, patience, (patient) => driver.run(patient, limit, meter)),
      { usual: patience, isTooShort: isImpatience },
    );
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
    batch: (statements, options) => run({ statements }, options),
    query: async (text, values = [], options) =>
      rowsOf(await run({ statements: [{ text, values }] }, options)),
    exec: (sql, options) => run({ sql }, options),

    async transaction(
      work,
      { limit = options.limit, idle = DEFAULT_IDLE, total = DEFAULT_TOTAL, patience } = {},
    ) {
      assertOutside();
      const onSession = async (session: Session, patience: number | undefined) => {
        const scope: Scope = { open: true };
        try {
          return await scopes.run(scope, () =>
            runTransaction(session, work, { limit, idle, total, patience }),
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
          // Nobody else's statement runs until the session is given back, whatever the transaction waits for.
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
    isHealthy: () => driver.isHealthy(),
    close: (limit = DEFAULT_DRAIN) => {
      options.turns?.open();
      return driver.close(limit);
    },
  };
}

/** The system's own work waits for nobody, and ahead of everybody. */
function inTurn<T>(
  turns: TurnQueue | undefined,
  work: (turn: Pick<Turn, 'meter'> & { readonly patience: number | undefined }) => Promise<T>,
  options: TurnOptions,
): Promise<T> {
  const payer = currentPayer();
  if (!turns || payer === null) return work({ patience: options.usual, meter: () => {} });
  return turns.take(payer, (turn) => work({ ...turn, patience: options.usual && turn.patience }), options);
}
