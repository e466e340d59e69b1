import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { forgetWork } from './claims.ts';
import { createJobs } from './create-jobs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('drops the pending work of a restored database, and runs new jobs', async () => {
  const { database } = test;
  await forgetWork(database); // a database that never had a queue
  const before = createJobs({ database, log: silentLog });
  await before.start();
  await before.work('letters', { concurrency: 1 }, async () => {});
  const startAfter = new Date(Date.now() + 1_000);
  await before.send(database, 'letters', { to: 'somebody' }, { startAfter });
  await before.stop();

  await forgetWork(database);
  const done: unknown[] = [];
  const after = createJobs({ database, log: silentLog });
  await after.start();
  await after.work('letters', { concurrency: 1 }, async (payload) => void done.push(payload));
  await after.send(
    database,
    'letters',
    { to: 'somebody else' },
    { startAfter: new Date(Date.now() + 2_000) },
  );
  await vi.waitFor(() => expect(done).toContainEqual({ to: 'somebody else' }), {
    timeout: 40_000,
    interval: 50,
  });
  await after.stop();
  expect(done).toEqual([{ to: 'somebody else' }]);
});
