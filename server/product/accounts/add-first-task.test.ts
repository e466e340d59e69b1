import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { addFirstTask } from './add-first-task.ts';

const CLIENT_ID = '5b0f9a52-6f0e-4c3a-9a61-0d6f3d1f7a10';
let test: TestDatabase;
let count = 0;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** Signs up with this data; returns what remains of it, and the account's tasks. */
async function signUp(first_task: unknown) {
  const said = { full_name: 'Bea Example', terms_accepted: true, first_task };
  const id = await test.database.transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>(
      'insert into auth.users (email, encrypted_password, raw_user_meta_data) values ($1, $2, $3) returning id',
      [`first-${++count}@example.org`, 'x', said],
    );
    if (!user) throw new Error('no user');
    await tx.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'email', $2, $3)`,
      [user.id, user.id, said],
    );
    await addFirstTask(tx, user.id);
    return user.id;
  });
  const tasks = await test.database.query(
    'select title, category, priority, timeframe, due_on::text, client_id from public.tasks where user_id = $1',
    [id],
  );
  const [kept] = await test.database.query(
    `select u.raw_user_meta_data as of_user, i.identity_data as of_identity
     from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
    [id],
  );
  return { tasks, kept };
}

describe('a task sent along with a sign-up', () => {
  it('is added once, and its text is kept nowhere else', async () => {
    const { tasks, kept } = await signUp({
      title: '  Sort out the insurance ',
      client_id: CLIENT_ID,
      due_on: '2026-11-26',
    });
    const usual = { category: 'personal', priority: 'medium', timeframe: 'today', due_on: '2026-11-26' };
    expect(tasks).toEqual([{ title: 'Sort out the insurance', client_id: CLIENT_ID, ...usual }]);
    expect(kept).toEqual({
      of_user: { full_name: 'Bea Example', terms_accepted: true, first_task: { client_id: CLIENT_ID } },
      of_identity: { full_name: 'Bea Example', terms_accepted: true },
    });
  });

  it.each([
    ['longer than a title may be', `${'ü'.repeat(999)}🧳🧳`, `${'ü'.repeat(999)}🧳`],
    ['hostile', `'); drop table tasks; -- <img src=x>`, `'); drop table tasks; -- <img src=x>`],
  ])('is stored as text if it is %s', async (_how, title, stored) => {
    const { tasks } = await signUp({ title, client_id: CLIENT_ID });
    expect(tasks).toMatchObject([{ title: stored }]);
  });

  it.each([
    ['blank', { title: '\u00a0 \n', client_id: CLIENT_ID }],
    ['of another shape', ['Sort out the insurance']],
    ['without an id that is one', { title: 'Sort out the insurance', client_id: '1' }],
    ['nothing', null],
  ])('is not added if it is %s, and the account is still created', async (_what, first_task) => {
    const { tasks, kept } = await signUp(first_task);
    expect(tasks).toEqual([]);
    expect(kept).toMatchObject({ of_user: { full_name: 'Bea Example', terms_accepted: true } });
    expect(JSON.stringify(kept)).not.toContain('first_task');
  });
});
