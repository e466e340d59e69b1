import { type Database, DatabaseError, type Transaction } from '#server/platform/db/database.ts';

/** A database that does what it is asked to, and whose connection dies before the answer, the first time that `text` is in it. */
export function losingAnswers(database: Database, text: string): { database: Database; lost: () => number } {
  let lost = 0;
  const lose = (isMeant: boolean): void => {
    if (!isMeant || lost > 0) return;
    lost += 1;
    throw new DatabaseError('57P01', 'the connection died after the commit', { unknown: true });
  };

  const query: Database['query'] = async (statement, values, options) => {
    const rows = await database.query<never>(statement, values, options);
    lose(statement.includes(text));
    return rows;
  };
  const transaction: Database['transaction'] = async (work, options) => {
    let isMeant = false;
    const answer = await database.transaction((tx) => {
      const watched = new Proxy(tx, {
        get(target, key) {
          if (key !== 'query') return Reflect.get(target, key, target);
          const ask: Transaction['query'] = (statement, ...rest) => {
            isMeant ||= statement.includes(text);
            return target.query(statement, ...rest);
          };
          return ask;
        },
      });
      return work(watched);
    }, options);
    lose(isMeant);
    return answer;
  };

  const lossy = new Proxy(database, {
    get(target, key) {
      if (key === 'query') return query;
      if (key === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database: lossy, lost: () => lost };
}
