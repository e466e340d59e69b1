import { z } from 'zod';
import type { Database, Runner } from '#server/platform/db/database.ts';

const statements = z.array(z.object({ text: z.string() }));

/** The same database, which keeps the text of each statement that is sent to it, in order. */
export function recordingDatabase(database: Database): { database: Database; take: () => string[] } {
  let sent: string[] = [];
  const recording = <T extends Runner>(runner: T): T =>
    new Proxy(runner, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (name === 'query' || name === 'exec') sent.push(z.string().parse(given[0]));
          if (name === 'batch') sent.push(...statements.parse(given[0]).map(({ text }) => text));
          return Reflect.apply(value, target, given);
        };
      },
    });
  const recorded = new Proxy(recording(database), {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return async (...[work, options]: Parameters<Database['transaction']>) => {
        sent.push('begin');
        try {
          return await database.transaction((tx) => work(recording(tx)), options);
        } finally {
          sent.push('end');
        }
      };
    },
  });
  return {
    database: recorded,
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}
