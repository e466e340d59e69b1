import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { bossDatabase } from './boss-database.ts';
import { forgetSchedules } from './forget-schedules.ts';

let test: TestDatabase;
let boss: PgBoss;

beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  boss = new PgBoss({ db: bossDatabase(database, () => {}), backend: database.engine, supervise: false });
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await test.close();
});

it('removes what is no longer scheduled and leaves the rest as it was', async () => {
  for (const name of ['kept', 'gone']) {
    await boss.createQueue(name);
    await boss.schedule(name, '0 3 * * *');
  }
  const before = await boss.getSchedule('kept');
  await forgetSchedules(boss, new Set(['kept', 'new']));
  expect(await boss.getSchedules()).toEqual([before]);
});
