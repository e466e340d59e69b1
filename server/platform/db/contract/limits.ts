import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

/** A runaway query that would take minutes. */
const RUNAWAY = 'select count(*) from generate_series(1, 2000000000)';

export function describeLimits(database: () => Database): void {
  const one = () => database().query('select 1 as one');
  const count = () => database().query('select count(*) from limited');

  describe('a limit', () => {
    it('ends a runaway statement, and others are served', async () => {
      await database().exec('create table limited (id int)');
      const runaway = database().query(RUNAWAY, [], { limit: 300 });
      const waiting = Array.from({ length: 50 }, (_, id) =>
        database().query('insert into limited values ($1)', [id], { limit: 8_000 }),
      );
      await expect(runaway).rejects.toMatchObject({ code: '57014' });
      await Promise.all(waiting);
      expect(await count()).toEqual([{ count: 50 }]);
    });

    it('ends a runaway script', async () => {
      await expect(database().exec(RUNAWAY, { limit: 300 })).rejects.toMatchObject({ code: '57014' });
      expect(await one()).toEqual([{ one: 1 }]);
    });

    it('ends a runaway statement of a transaction, and the transaction with it', async () => {
      const work = database().transaction(async (tx) => {
        await tx.query('insert into limited values (1)');
        await tx.query(RUNAWAY, [], { limit: 300 });
      });
      await expect(work).rejects.toMatchObject({ code: '57014' });
      expect(await count()).toEqual([{ count: 50 }]);
    });

    it('applies to one statement and not to the next of the same transaction', async () => {
      await database().transaction(async (tx) => {
        await tx.query('select 1', [], { limit: 200 });
        await tx.query('select pg_sleep(0.4)');
        await tx.exec('select 1', { limit: 200 });
        await tx.exec('select pg_sleep(0.4)');
      });
    });

    it('on idle time ends a transaction that holds the session, so that nobody waits longer', async () => {
      const started = performance.now();
      const work = database().transaction(
        async (tx) => {
          await tx.query('insert into limited values (1)');
          await sleep(1_000);
          await tx.query('insert into limited values (2)');
        },
        { idle: 100 },
      );
      await expect(work).rejects.toMatchObject({ code: '25P03' });
      expect(await count()).toEqual([{ count: 50 }]);
      expect(performance.now() - started).toBeLessThan(900);
    });

    it('on total time ends even an active transaction', async () => {
      const work = database().transaction(
        async (tx) => {
          for (;;) await tx.query('insert into limited values (1)');
        },
        { total: 200 },
      );
      await expect(work).rejects.toMatchObject({ code: '25P04' });
      expect(await count()).toEqual([{ count: 50 }]);
    });

    it('of a transaction starts when it gets the session, not while it is queued', async () => {
      const slow = () => database().transaction((tx) => tx.query('select pg_sleep(0.1)'), { total: 350 });
      await Promise.all(Array.from({ length: 5 }, slow));
    });
  });
}
