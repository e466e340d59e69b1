import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../database.ts';

export function describeTransactions(database: () => Database): void {
  const names = async () =>
    (await database().query<{ name: string }>('select name from items')).map((row) => row.name);
  const add = (tx: Transaction, name: string) => tx.query('insert into items values ($1)', [name]);

  describe('a transaction', () => {
    beforeAll(() => database().exec('create table items (name text)'));

    it('returns the result of its work, and commits what it wrote', async () => {
      const returned = await database().transaction(async (tx) => {
        expect(tx.isTransaction).toBe(true);
        await add(tx, 'query');
        await tx.batch([{ text: "insert into items values ('batch')" }]);
        await tx.exec("insert into items values ('exec')");
        return tx.query('select count(*) from items');
      });
      expect(returned).toEqual([{ count: 3 }]);
      expect(await names()).toEqual(['query', 'batch', 'exec']);
      await database().exec('delete from items');
    });

    it('may begin with a script or a statement, and write nothing', async () => {
      await database().transaction((tx) => tx.exec("insert into items values ('first')"));
      expect(await names()).toEqual(['first']);
      expect(await database().transaction(async () => 'nothing')).toBe('nothing');
      await database().exec('delete from items');
    });

    it('is rolled back when its work throws, with the error of the work', async () => {
      const work = database().transaction(async (tx) => {
        await add(tx, 'lost');
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await names()).toEqual([]);
    });

    it('cannot commit after a failed statement, even if its error was caught', async () => {
      const work = database().transaction(async (tx) => {
        await add(tx, 'lost');
        await tx.query('select 1/0').catch(() => {});
      });
      await expect(work).rejects.toMatchObject({ code: '25P02' });
      expect(await names()).toEqual([]);
    });

    it('can roll back to a savepoint', async () => {
      await database().transaction(async (tx) => {
        await add(tx, 'kept');
        await tx.exec('savepoint before');
        await expect(tx.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
        await tx.exec('rollback to before');
      });
      expect(await names()).toEqual(['kept']);
      await database().exec('delete from items');
    });

    it('reports a constraint that only fails at COMMIT, and leaves the database usable', async () => {
      await database().exec('create table later (id int unique deferrable initially deferred)');
      const work = database().transaction((tx) => tx.exec('insert into later values (1), (1)'));
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(await database().query('select * from later')).toEqual([]);
    });

    it('hides its writes from others until it is committed', async () => {
      const order: string[] = [];
      const work = database().transaction(async (tx) => {
        await add(tx, 'mine');
        await sleep(50);
        order.push('commit');
      });
      const others = sleep(20).then(async () => {
        const seen = await names();
        order.push(seen.length === 0 ? 'saw nothing' : 'saw it');
      });
      await Promise.all([work, others]);
      // On PGlite's single session others wait; on PostgreSQL they read, and find nothing.
      expect(order).toEqual(
        database().engine === 'pglite' ? ['commit', 'saw it'] : ['saw nothing', 'commit'],
      );
      await database().exec('delete from items');
    });

    it('loses no update when many run concurrently', async () => {
      await database().exec('create table counter (n int); insert into counter values (0)');
      const increment = () =>
        database().transaction(async (tx) => {
          const [row] = await tx.query<{ n: number }>('select n from counter for update');
          await tx.query('update counter set n = $1', [(row?.n ?? 0) + 1]);
        });
      await Promise.all(Array.from({ length: 40 }, increment));
      expect(await database().query('select n from counter')).toEqual([{ n: 40 }]);
    });

    it('runs its effects after the commit, in order, and never after a rollback', async () => {
      const effects: string[] = [];
      await database().transaction(async (tx) => {
        tx.afterCommit(() => effects.push('first'));
        tx.afterCommit(() => {
          throw new Error('an effect that fails does not undo the commit');
        });
        tx.afterCommit(() => effects.push('second'));
        await add(tx, 'x');
        expect(effects).toEqual([]);
      });
      expect(effects).toEqual(['first', 'second']);
      const undone = database().transaction(async (tx) => {
        tx.afterCommit(() => effects.push('never'));
        await tx.query('select 1/0');
      });
      await expect(undone).rejects.toMatchObject({ code: '22012' });
      expect(effects).toEqual(['first', 'second']);
      await database().exec('delete from items');
    });

    it('rejects the plain database inside at once, and its own handle afterwards', async () => {
      let kept: Transaction | undefined;
      await database().transaction(async (tx) => {
        kept = tx;
        await add(tx, 'x');
        const nested = [
          database().query('select 1'),
          database().batch([]),
          database().exec('select 1'),
          database().transaction(async () => {}),
          database().listen('any', () => {}),
        ];
        for (const call of nested) await expect(call).rejects.toMatchObject({ code: '25001' });
      });
      await expect(kept?.query('select 1')).rejects.toMatchObject({ code: '25P01' });
      await database().exec('delete from items');
    });

    it('lets an effect use the plain database', async () => {
      const { promise, resolve, reject } = Promise.withResolvers();
      await database().transaction(async (tx) => {
        tx.afterCommit(() => {
          database().query('select 1 as one').then(resolve, reject);
        });
        await add(tx, 'x');
      });
      expect(await promise).toEqual([{ one: 1 }]);
      await database().exec('delete from items');
    });
  });
}
