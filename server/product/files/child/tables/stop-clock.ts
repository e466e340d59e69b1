import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What SQLite knows the time by, and the place of the time among its arguments. */
const TELLERS = { date: 0, datetime: 0, julianday: 0, strftime: 1 } as const;

/** Without a time these tell the present one, and so they do for these words, whatever has put them together. */
const PRESENT = new Set(['now', 'subsec', 'subsecond']);

export const NO_CLOCK = 'the present moment is not in the data: write the day instead';

/** Takes the clock from a database: the same query has the same result tomorrow. What asks for it throws NO_CLOCK. */
export function stopClock(sandbox: DatabaseSync): void {
  // Ours take the place of those in the sandbox: those of another database do the work.
  const other = new DatabaseSync(':memory:');
  for (const [name, place] of Object.entries(TELLERS)) {
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
