import { testDatabase } from '#tests/engines/database.ts';
import { describeDatabase } from '../database-contract.ts';

describeDatabase('PGlite', {
  open: (options) => testDatabase({ ...options, engine: 'pglite' }),
  async interrupt(database) {
    // A statement that exceeds its limit ends the engine.
    await database
      .query('select count(*) from generate_series(1, 2000000000)', [], { limit: 50 })
      .catch(() => {});
  },
});
