import type { Database, Runner, Transaction } from '#server/platform/db/database.ts';

/**
 * The same database, which counts what is sent to it: each call is one round trip. A transaction begins together with
 * its first call; what ends it is a round trip of its own, which counts where `ends` says so.
 */
export function countingDatabase(
  database: Database,
  { ends = false }: { readonly ends?: boolean } = {},
): { database: Database; count: () => number } {
  let trips = 0;
  const counting = <T extends Runner>(runner: T, sent: () => void): T =>
    new Proxy(runner, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        if (name === 'query' || name === 'batch' || name === 'exec') sent();
        return value.bind(target);
      },
    });
  const count = (): void => {
    trips += 1;
  };
  const transact = async (work: (tx: Transaction) => Promise<unknown>, ...options: [object?]) => {
    // Nothing was begun where nothing was asked.
    let end = 0;
    const sent = (): void => {
      count();
      end = ends ? 1 : 0;
    };
    try {
      return await database.transaction((tx) => work(counting(tx, sent)), ...options);
    } finally {
      trips += end;
    }
  };
  const counted = new Proxy(counting(database, count), {
    get: (target, name, receiver) =>
      name === 'transaction' ? transact : Reflect.get(target, name, receiver),
  });
  return { database: counted, count: () => trips };
}
