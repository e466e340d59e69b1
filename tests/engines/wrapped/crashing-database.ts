import type { Database, Transaction } from '#server/platform/db/database.ts';

/** What a process that dies in the middle leaves behind: nothing of the transaction that it was in. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** The same database, on which the process dies at the `statement`th statement inside of transactions, counted from 0. */
export function crashingDatabase(database: Database, statement: number): Database {
  let left = statement;
  const dying = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (...asked: Parameters<Transaction['query']>) => {
          left -= 1;
          if (left < 0) throw new CrashError('the process died here');
          return target.query(...asked);
        };
      },
    });
  return new Proxy(database, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return (work: (tx: Transaction) => Promise<unknown>) => target.transaction((tx) => work(dying(tx)));
    },
  });
}
