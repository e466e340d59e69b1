import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import { ANON, type Caller } from '#server/platform/db/caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { creditsOf, giveCreditBack, letGrantsRunOut, takeCredit } from '#tests/fixtures/credits.ts';
import { callerOf, giveCredits, makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, failing } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterAll(() => world.close());

const call = async (caller: Caller, sql: string): Promise<Row[]> =>
  (await runAsCaller(database, caller, [{ text: sql }]))[0]?.rows ?? [];
const historyOf = (user: TestUser) => call(callerOf(user), 'select * from public.credit_history()');
const leftOf = (user: TestUser) => call(callerOf(user), 'select * from public.credits_left()');

/** A task with this title that ran once. */
async function ranOnce(user: TestUser, title: string, ...script: Parameters<typeof answering>) {
  const task = await makeTask(database, user, { title });
  world.tool.script = [answering(...script)];
  const { run } = await world.delegate(user, task);
  await world.reach(run?.id ?? '', 'succeeded');
  return { task, run: run?.id };
}

describe('the credit history', () => {
  it('says for each credit what it was for, the balance, and its number', async () => {
    const user = await makeUser(database);
    const { run } = await ranOnce(user, 'Call the bank', 'An answer.');
    expect(await historyOf(user)).toMatchObject([
      {
        line: 2,
        kind: 'debit',
        amount: -1,
        balance: 14,
        run_id: run,
        ai_task_type: 'answer',
        task_title: 'Call the bank',
        slip_number: 1,
      },
      {
        line: 1,
        kind: 'welcome',
        amount: 15,
        balance: 15,
        run_id: null,
        ai_task_type: null,
        expires_at: null,
      },
    ]);
  });

  it('shows a refund on a line of its own, with the reason', async () => {
    const user = await makeUser(database);
    const task = await makeTask(database, user, { title: 'Read the contract' });
    world.tool.script = [failing('refused')];
    const failed = await world.delegate(user, task);
    await world.reach(failed.run?.id ?? '', 'failed');
    const { run } = await ranOnce(user, 'Call the bank', 'An answer.');
    expect(await historyOf(user)).toMatchObject([
      { kind: 'debit', amount: -1, balance: 14, run_id: run, task_title: 'Call the bank' },
      {
        kind: 'refund',
        amount: 1,
        balance: 15,
        run_id: failed.run?.id,
        task_title: 'Read the contract',
        reason: 'failed',
        error_code: 'refused',
        slip_number: null,
      },
      { kind: 'debit', amount: -1, balance: 14, run_id: failed.run?.id, task_title: 'Read the contract' },
      { kind: 'welcome', balance: 15 },
    ]);
  });

  it('keeps the kind of a deleted task, and its title only as long as the trash', async () => {
    const user = await makeUser(database);
    const { task, run } = await ranOnce(user, 'A private matter', 'An answer.');
    await database.query('delete from public.tasks where id = $1', [task]);
    expect((await historyOf(user))[0]).toMatchObject({
      ai_task_type: 'answer',
      task_title: 'A private matter',
    });
    await call(callerOf(user), `select public.restore('${task}')`);
    expect((await historyOf(user))[0]).toMatchObject({ ai_task_type: 'answer', run_id: run });
    await database.query('delete from public.tasks where id = $1', [task]);
    await database.query('delete from public.trash where id = $1', [task]);
    expect((await historyOf(user))[0]).toMatchObject({
      kind: 'debit',
      run_id: run,
      ai_task_type: 'answer',
      task_title: null,
    });
    expect(JSON.stringify(await database.query('select * from private.charged_runs'))).not.toContain(
      'private',
    );
  });

  it("ends at the profile's balance, whatever has happened", async () => {
    const user = await makeUser(database);
    await giveCredits(database, user.id, 2, new Date(Date.now() + 3_600_000));
    const early = randomUUID();
    await takeCredit(database, user, early);
    await takeCredit(database, user);
    await takeCredit(database, user);
    await letGrantsRunOut(database, user);
    await database.query('select private.expire_grants($1)', [user.id]);
    await giveCreditBack(database, early);
    const lines = await historyOf(user);
    const { credits_limit, credits_used } = (await creditsOf(database, user)) ?? {};
    expect(lines[0]?.['balance']).toBe(Number(credits_limit) - Number(credits_used));
    expect(lines.map(({ line }) => line)).toEqual(lines.map((_, at) => lines.length - at));
    // The credit refunded to an expired grant expires with it.
    expect(lines.slice(0, 2)).toMatchObject([
      { kind: 'expire', amount: -1, run_id: early },
      { kind: 'refund', amount: 1, run_id: early },
    ]);
    expect(lines.filter(({ amount }) => amount === 0)).toEqual([]);
  });

  it('is only readable by its owner', async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    await ranOnce(ann, 'Secret', 'An answer.');
    expect(await historyOf(bob)).toMatchObject([{ kind: 'welcome', balance: 15 }]);
    for (const caller of [
      ANON,
      { ...ANON, role: 'service_role', claims: { role: 'service_role' } } as const,
    ]) {
      for (const name of ['credit_history', 'credits_left']) {
        await expect(call(caller, `select * from public.${name}()`)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });
});

describe('remaining credits by grant', () => {
  it('come in spending order, without used-up grants', async () => {
    const user = await makeUser(database);
    const expiry = new Date(Date.now() + 3_600_000);
    await giveCredits(database, user.id, 1, new Date(Date.now() + 60_000));
    await giveCredits(database, user.id, 10, expiry);
    await takeCredit(database, user);
    await takeCredit(database, user);
    expect(await leftOf(user)).toMatchObject([
      { kind: 'operator', granted: 10, remaining: 9, expires_at: expiry },
      { kind: 'welcome', granted: 15, remaining: 15, expires_at: null },
    ]);
  });

  it('contain nothing of other users', async () => {
    const [ann, bob] = [await makeUser(database, { credits: 500 }), await makeUser(database)];
    expect(await leftOf(bob)).toMatchObject([{ kind: 'welcome', remaining: 15 }]);
    expect(await leftOf(ann)).toHaveLength(2);
  });
});
