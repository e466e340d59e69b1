import { describe, expect, it } from 'vitest';
import type { Engine } from '../database-contract.ts';

export function describeClosing(engine: Engine): void {
  describe('closing', () => {
    it('answers earlier requests, then refuses new ones', async () => {
      const { database, close } = await engine.open();
      const asked = Array.from({ length: 100 }, (_, n) => database.query('select $1::int as n', [n]));
      const changed = database.transaction(async (tx) => {
        await tx.query('create table t ()');
        return tx.query('select 1 as last');
      });
      const clean = database.close();
      await expect(database.query('select 1')).rejects.toMatchObject({ code: '57P01' });
      await expect(database.transaction(async () => {})).rejects.toMatchObject({ code: '57P01' });
      expect(await Promise.all(asked)).toHaveLength(100);
      expect(await changed).toEqual([{ last: 1 }]);
      expect(await clean).toBe(true);
      expect(database.isHealthy()).toBe(false);
      expect(await database.close()).toBe(true);
      await close();
    });

    it('does not wait longer than its limit for a hanging statement', async () => {
      const { database, close } = await engine.open();
      const endless = database.query('select pg_sleep(60)', [], { limit: 60_000 });
      const refused = expect(endless).rejects.toMatchObject({ code: '57P01', details: { unknown: true } });
      const behind = Array.from({ length: 20 }, () =>
        database.query('select pg_sleep(60)', [], { limit: 60_000 }),
      );
      const allRefused = Promise.all(
        behind.map((one) => expect(one).rejects.toMatchObject({ code: '57P01' })),
      );
      const started = performance.now();
      expect(await database.close(200)).toBe(false);
      expect(performance.now() - started).toBeLessThan(3_000);
      await refused;
      await allRefused;
      await close();
    });

    it('does not affect requests that a full queue refuses', async () => {
      const { database, close } = await engine.open({ maxQueue: 20 });
      const calls = Array.from({ length: 200 }, () => database.query('select pg_sleep(0.01)'));
      const settled = await Promise.allSettled(calls);
      const codes = settled.map((one) => (one.status === 'rejected' ? String(one.reason.code) : 'answered'));
      expect(new Set(codes)).toEqual(new Set(['answered', '53300']));
      expect(codes.filter((code) => code === 'answered').length).toBeGreaterThanOrEqual(20);
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
      await close();
    });
  });
}
