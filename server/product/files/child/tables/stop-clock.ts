import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** SQLite's date functions, with the index of their time argument. */
const DATE_FUNCTIONS = { date: 0, datetime: 0, julianday: 0, strftime: 1 } as const;

/** These words, and a missing argument, mean the current time, even if computed. */
const PRESENT = new Set(['now', 'subsec', 'subsecond']);

export const NO_CLOCK = 'the present moment is not in the data: write the day instead';

/**
 * Removes the clock from a database, so that a query has the same result tomorrow. Asking for the time throws
 * NO_CLOCK.
 */
export function stopClock(sandbox: DatabaseSync): void {
  // Replaces the sandbox's functions; those of another database do the work.
  const other = new DatabaseSync(':memory:');
  for (const [name, place] of Object.entries(DATE_FUNCTIONS)) {
    const asked = new Map<number, StatementSync>();
    sandbox.function(name, { varargs: true, deterministic: true }, (...given) => {
      const time = given[place];
      if (time === undefined || (typeof time === 'string' && PRESENT.has(time.toLowerCase())))
        throw new Error(NO_CLOCK);
      const statement =
        asked.get(given.length) ?? other.prepare(`select ${name}(${given.map(() => '?').join(',')}) as told`);
      asked.set(given.length, statement);
      return statement.get(...given)?.['told'] ?? null;
    });
  }
}
