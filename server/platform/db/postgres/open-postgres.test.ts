import { describe, inject } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { describeDatabase } from '../database-contract.ts';

/** Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('with a server', () => {
  describeDatabase('PostgreSQL', {
    open: (options) => testDatabase({ ...options, engine: 'postgres' }),
    async interrupt(database) {
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
  });
});
