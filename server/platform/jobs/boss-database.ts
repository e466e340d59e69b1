import type { Db } from 'pg-boss';
import type { Database, Row, Runner } from '../db/database.ts';

/** Adapts a runner for pg-boss: the database, or an open transaction. */
export function statementsOn(runner: Runner): Db {
  return {
    async executeSql(text, values) {
      if (values?.length) return { rows: await runner.query(text, values) };
      // Without values it may be several statements, any of which may return the relevant rows.
      const results = await runner.exec(text);
      return { rows: results.flatMap(({ rows }): Row[] => rows) };
    },
  };
}

/** Adapts the database for pg-boss. `onNotified` gets the queue of a new job. */
export function bossDatabase(database: Database, onNotified: (queue: string) => void): Db {
  return {
    ...statementsOn(database),
    async listen(channel, onNotification, onReconnect) {
      const stopListening = await database.listen(channel, (queue) => {
        onNotification(queue);
        onNotified(queue);
      });
      const stopWatching = database.onReopen(onReconnect);
      onReconnect();
      return {
        async close() {
          stopWatching();
          await stopListening();
        },
      };
    },
  };
}
