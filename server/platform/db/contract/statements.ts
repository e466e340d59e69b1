import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

export function describeStatements(database: () => Database): void {
  const bodies = () => database().query('select body from notes order by body');
  const add = (id: number, body: string) => ({
    text: 'insert into notes (id, body) values ($1, $2)',
    values: [id, body],
  });

  describe('statements', () => {
    beforeAll(() =>
      database().exec('create table notes (id int constraint one_each primary key, body text)'),
    );

    it('of a batch answer in order, each with its rows and count', async () => {
      const results = await database().batch([
        add(1, 'a'),
        { text: 'insert into notes select n, $1 from generate_series(2, 4) n returning id', values: ['b'] },
        { text: 'select body from notes where id = $1', values: [1] },
        { text: 'update notes set body = $1 where id > $2', values: ['c', 2] },
        { text: 'delete from notes' },
      ]);
      expect(results).toEqual([
        { rows: [], count: 1 },
        { rows: [{ id: 2 }, { id: 3 }, { id: 4 }], count: 3 },
        { rows: [{ body: 'a' }], count: 1 },
        { rows: [], count: 2 },
        { rows: [], count: 4 },
      ]);
    });

    it('of a batch are one transaction: an error in the last undoes the first', async () => {
      await expect(database().batch([add(1, 'a'), { text: 'select 1/0' }])).rejects.toMatchObject({
        code: '22012',
      });
      expect(await bodies()).toEqual([]);
    });

    it('have the settings of their transaction, which return nothing and end with it', async () => {
      const shown = {
        text: "select current_setting('errand.one', true) as one, current_setting('TimeZone') as zone",
      };
      const settings = { 'errand.one': 'a', TimeZone: 'Europe/Berlin' };
      const inside = { rows: [{ one: 'a', zone: 'Europe/Berlin' }], count: 1 };
      expect(await database().batch([shown, shown], { settings })).toEqual([inside, inside]);
      expect(await database().batch([shown])).toEqual([{ rows: [{ one: '', zone: 'UTC' }], count: 1 }]);
      const transaction = await database().transaction(
        async (tx) => [
          await tx.exec(shown.text),
          await tx.batch([shown], { settings: { 'errand.one': 'b' } }),
        ],
        { settings },
      );
      expect(transaction).toEqual([[inside], [{ rows: [{ one: 'b', zone: 'Europe/Berlin' }], count: 1 }]]);
      expect(await database().batch([shown])).toEqual([{ rows: [{ one: '', zone: 'UTC' }], count: 1 }]);
    });

    it('are not run if one of their settings is refused', async () => {
      const settings = { TimeZone: 'Nowhere/At all' };
      await expect(database().batch([add(1, 'a')], { settings })).rejects.toMatchObject({ code: '22023' });
      expect(await bodies()).toEqual([]);
    });

    it('of an empty batch return nothing', async () => {
      expect(await database().batch([])).toEqual([]);
    });

    it('report in their error which constraint of which table was violated', async () => {
      await database().batch([add(1, 'first')]);
      const second = database().batch([add(1, 'second')]);
      await expect(second).rejects.toMatchObject({
        name: 'DatabaseError',
        code: '23505',
        details: {
          constraint: 'one_each',
          table: 'notes',
          detail: 'Key (id)=(1) already exists.',
          severity: 'ERROR',
        },
      });
      await expect(database().query('select * from nowhere')).rejects.toMatchObject({
        code: '42P01',
        details: { position: 15 },
      });
      await database().exec('delete from notes');
    });

    it('can be repeated after a failure, alone or after another statement', async () => {
      const divide = (by: number) => ({ text: 'select 10 / $1::int as result', values: [by] });
      await expect(database().batch([divide(0)])).rejects.toMatchObject({ code: '22012' });
      await expect(database().batch([{ text: 'select 1/0' }, divide(5)])).rejects.toMatchObject({
        code: '22012',
      });
      const results = await database().batch([divide(5), divide(2)]);
      expect(results.map(({ rows }) => rows)).toEqual([[{ result: 2 }], [{ result: 5 }]]);
    });

    it('in flight at the same time with the same text get their own answers', async () => {
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      const answers = await Promise.all(numbers.map((n) => database().query('select $1::int + 1 as n', [n])));
      expect(answers).toEqual(numbers.map((n) => [{ n: n + 1 }]));
    });

    it('of more texts than a session keeps prepared still work, including the first one', async () => {
      const numbers = Array.from({ length: 450 }, (_, n) => n);
      await Promise.all(numbers.map((n) => database().query(`select ${n} as n`)));
      expect(await database().query('select 0 as n')).toEqual([{ n: 0 }]);
    });

    it('of one batch may exceed the number a session keeps prepared, with repeats', async () => {
      const texts = [
        ...Array.from({ length: 420 }, (_, n) => `select ${n} as n, 'batch'`),
        "select 0 as n, 'batch'",
      ];
      const results = await database().batch(texts.map((text) => ({ text })));
      expect(results).toHaveLength(421);
      expect(results.at(-1)?.rows).toEqual(results[0]?.rows);
    });

    it('see a column that was added after they were prepared', async () => {
      await database().exec('create table grown (a int); insert into grown values (1)');
      const all = () => database().query('select * from grown');
      for (let run = 0; run < 15; run++) await all(); // on every connection of a pool
      await database().exec('alter table grown add b int default 2');
      expect(await all()).toEqual([{ a: 1, b: 2 }]);
      expect(await all()).toEqual([{ a: 1, b: 2 }]);
    });

    it('that leave a transaction open are undone and refused', async () => {
      await expect(database().exec("begin; insert into notes values (9, 'orphan')")).rejects.toMatchObject({
        code: '25001',
      });
      expect(await bodies()).toEqual([]);
    });

    it('that fail between BEGIN and COMMIT of a script leave no open transaction', async () => {
      const script = "begin; insert into notes values (9, 'x'); select 1/0; commit";
      for (let run = 0; run < 15; run++) {
        await expect(database().exec(script)).rejects.toMatchObject({ code: '22012' });
        expect(await bodies()).toEqual([]);
      }
      await database().exec("begin; insert into notes values (9, 'x'); commit");
      expect(await bodies()).toEqual([{ body: 'x' }]);
      await database().exec('delete from notes');
    });

    it('of a script are rolled back by a later error', async () => {
      const script = "insert into notes values (9, 'x'); select 1/0; insert into notes values (10, 'y')";
      await expect(database().exec(script)).rejects.toMatchObject({ code: '22012' });
      expect(await bodies()).toEqual([]);
    });

    it('of a script answer in order', async () => {
      const results = await database().exec('select 1 as a; select 2 as b, 3 as c;');
      expect(results).toEqual([
        { rows: [{ a: 1 }], count: 1 },
        { rows: [{ b: 2, c: 3 }], count: 1 },
      ]);
    });

    it('that must run alone, such as VACUUM, work with exec', async () => {
      await expect(database().exec('vacuum analyze notes')).resolves.toHaveLength(1);
      await expect(database().exec('vacuum analyze notes', { limit: 60_000 })).resolves.toHaveLength(1);
    });

    it('read times in UTC and texts in the schema public', async () => {
      const settings = "select current_setting('TimeZone') as zone, current_setting('search_path') as path";
      expect(await database().query(settings)).toEqual([{ zone: 'UTC', path: 'public' }]);
    });
  });
}
