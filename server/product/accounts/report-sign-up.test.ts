import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analytics, SignUpReport } from '#server/providers/analytics/analytics.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeUser } from '#tests/fixtures/factories.ts';
import { createProductWorld } from '#tests/worlds/product-world.ts';
import { queueSignUpReports, reportSignUp, SIGN_UP_QUEUE } from './report-sign-up.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

function createDestination() {
  const reports: SignUpReport[] = [];
  const analytics: Analytics = { reportSignUp: async (report) => void reports.push(report) };
  return { reports, analytics };
}

async function worldWith(analytics: Analytics | null) {
  const world = createProductWorld(test.database, { analytics });
  await world.product.start();
  return world;
}

describe('the destination of sign-up reports', () => {
  it('gets users who agreed, and no others', async () => {
    const { reports, analytics } = createDestination();
    const world = createProductWorld(test.database);
    const deps = { database: test.database, analytics };
    const agreed = await makeUser(test.database, { terms: false, fullName: 'Bea Example' });
    const refused = await makeUser(test.database, { terms: false });
    const unasked = await makeUser(test.database, { terms: false });
    await world.call('ensure-profile', agreed, { terms_accepted: true, marketing_accepted: true });
    await world.call('ensure-profile', refused, { terms_accepted: true, marketing_accepted: false });
    for (const { id } of [agreed, refused, unasked]) await reportSignUp(deps, id);
    expect(reports).toEqual([{ email: agreed.email, name: 'Bea Example' }]);
  });

  it('gets an account once, however often its profile is requested', async () => {
    const { reports, analytics } = createDestination();
    const world = await worldWith(analytics);
    const user = await makeUser(test.database, { terms: false });
    for (let i = 0; i < 3; i += 1) {
      await world.call('ensure-profile', user, { terms_accepted: true, marketing_accepted: true });
    }
    await expect.poll(() => reports).toHaveLength(1);
    expect(world.jobs.sent).toMatchObject([{ queue: SIGN_UP_QUEUE, payload: { user_id: user.id } }]);
    await world.product.stop();
  });

  it('gets nothing for an account that was rolled back', async () => {
    const world = await worldWith(createDestination().analytics);
    const user = await makeUser(test.database);
    const undone = test.database.transaction(async (tx) => {
      await queueSignUpReports(world.jobs)(tx, user.id);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(world.jobs.sent).toEqual([]);
    await world.product.stop();
  });

  it('does not exist unless configured', async () => {
    const world = await worldWith(null);
    const user = await makeUser(test.database, { terms: false });
    await world.call('ensure-profile', user, { terms_accepted: true, marketing_accepted: true });
    expect(world.jobs.sent).toEqual([]);
    await world.product.stop();
  });
});
