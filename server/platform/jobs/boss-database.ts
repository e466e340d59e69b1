import type { Db } from 'pg-boss';
import type { Database, Row, Runner } from '../db/database.ts';

/** How pg-boss runs its statements: on the database, or inside somebody's transaction. */
export function statementsOn(runner: Runner): Db {
  return {
    async executeSql(text, values) {
      if (values?.length) return { rows: await runner.query(text, values) };
      // Without values it may be several statements, with the rows that matter in the middle.
      const results = await runner.exec(text);
      return { rows: results.flatMap(({ rows }): Row[] => rows) };
    },
  };
}

/** Our database as pg-boss wants it. `onNotified` hears which queue has a new job. */
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
