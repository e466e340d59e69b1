import { type Database, DatabaseError, type Transaction } from '#server/platform/db/database.ts';

/** A database that is too slow for statements of transactions with `text` in them: it ends them while `isSlow` says so. */
export function endingDatabase(database: Database, text: string, isSlow: () => boolean): Database {
  const ending = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'batch') return typeof value === 'function' ? value.bind(target) : value;
        const batch: Transaction['batch'] = async (statements, options) => {
          if (statements.some((statement) => statement.text.includes(text)) && isSlow()) {
            throw new DatabaseError('57014', 'ended: it ran longer than its limit');
          }
          return target.batch(statements, options);
        };
        return batch;
      },
    });
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction((tx) => work(ending(tx)), options);
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
