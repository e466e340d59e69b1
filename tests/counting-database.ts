import type { Database, Runner, Transaction } from '#server/platform/db/database.ts';

/**
 * The same database, which counts what is sent to it: each call is one round trip. The two ends of a transaction are
 * not among them.
 */
export function countingDatabase(database: Database): { database: Database; count: () => number } {
  let trips = 0;
  const counting = <T extends Runner>(runner: T): T =>
    new Proxy(runner, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        if (name === 'query' || name === 'batch' || name === 'exec') trips += 1;
        return value.bind(target);
      },
    });
  const counted = new Proxy(counting(database), {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return (work: (tx: Transaction) => Promise<unknown>, ...options: [object?]) =>
        database.transaction((tx) => work(counting(tx)), ...options);
    },
  });
  return { database: counted, count: () => trips };
}
