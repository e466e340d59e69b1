import { describe, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { databasePlace, testDatabase } from '#tests/engines/database.ts';
import { describeDatabase } from '../database-contract.ts';
import { openPostgres } from './open-postgres.ts';

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

  describe('a database opened exclusively', () => {
    it('is refused to another exclusive opener until it is closed', async () => {
      const { place, remove } = await databasePlace();
      const open = () => openPostgres({ url: place, log: silentLog, alone: true });
      const first = await open();
      await expect(open()).rejects.toMatchObject({
        code: '55006',
        message: expect.stringContaining('in use by another process'),
      });
      expect(await first.query('select 1 as one')).toEqual([{ one: 1 }]);
      const waiting = open(); // a process that starts while its predecessor shuts down
      await first.close();
      const second = await waiting;
      await second.close();
      await remove();
    });

    it('is locked again after its connections were lost', async () => {
      const { place, remove } = await databasePlace();
      const database = await openPostgres({ url: place, log: silentLog, alone: true });
      const reopened = new Promise<void>((resolve) => database.onReopen(resolve));
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await reopened;
      await expect(openPostgres({ url: place, log: silentLog, alone: true })).rejects.toThrow('in use');
      await database.close();
      await remove();
    });
  });
});
