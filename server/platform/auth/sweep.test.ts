import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/database.ts';
import { sweep } from './sweep.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const ids = async (statement: string): Promise<unknown[]> =>
  (await db.database.query(statement)).map((row) => Object.values(row)[0]);

test('what is over is removed, what can still be used stays', async () => {
  await db.database.exec(`
    insert into auth.users (id) values ('00000000-0000-4000-8000-000000000001');
    insert into auth.sessions (user_id, tag, not_after, created_at, refreshed_at) values
      ('00000000-0000-4000-8000-000000000001', 'living', now() + interval '1 day', now() - interval '90 days', now() - interval '29 days'),
      ('00000000-0000-4000-8000-000000000001', 'fresh', null, now(), null),
      ('00000000-0000-4000-8000-000000000001', 'too old', now() - interval '1 second', now() - interval '1 day', now()),
      ('00000000-0000-4000-8000-000000000001', 'too idle', null, now() - interval '90 days', now() - interval '31 days');
    insert into auth.one_time_tokens (user_id, token_type, relates_to, link_hash, code_hash, link_expires_at, code_expires_at) values
      ('00000000-0000-4000-8000-000000000001', 'recovery_token', 'old', 'a', 'a', now() - interval '1 second', now()),
      ('00000000-0000-4000-8000-000000000001', 'confirmation_token', 'new', 'b', 'b', now() + interval '1 hour', now() - interval '1 hour');
    insert into auth.flow_state (code_challenge_method, code_challenge, authentication_method, created_at) values
      ('s256', 'old', 'otp', now() - interval '3 days'), ('s256', 'new', 'otp', now() - interval '1 day');
  `);
  let limitsSwept = 0;
  await sweep({
    database: db.database,
    settings: { sessionIdleSeconds: 30 * 86_400 },
    clock: { now: () => new Date() },
    limits: {
      async sweep() {
        limitsSwept += 1;
      },
    },
  });
  expect(await ids('select tag from auth.sessions order by tag')).toEqual(['fresh', 'living']);
  expect(await ids('select relates_to from auth.one_time_tokens')).toEqual(['new']);
  expect(await ids('select code_challenge from auth.flow_state')).toEqual(['new']);
  // An ended session is announced like any other.
  expect(await ids('select count(*) from auth.ended_sessions')).toEqual([2]);
  expect(limitsSwept).toBe(1);
});
