import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { shortenSessions, sweep } from './sweep.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const ids = async (statement: string): Promise<unknown[]> =>
  (await db.database.query(statement)).map((row) => Object.values(row)[0]);

test('expired rows are deleted, usable ones are kept', async () => {
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
    insert into auth.sign_ins_elsewhere (state_hash, provider, redirect_to, created_at) values
      ('a', 'old', '/', now() - interval '61 minutes'), ('b', 'new', '/', now() - interval '59 minutes');
    insert into auth.passkey_challenges (challenge, expires_at) values
      ('old', now() - interval '1 second'), ('new', now() + interval '1 minute');
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at) values
      ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', 'kept', 'totp', 'verified', now() - interval '1 day'),
      ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-000000000001', 'begun', 'totp', 'unverified', now() - interval '4 minutes'),
      ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-000000000001', 'left', 'totp', 'unverified', now() - interval '6 minutes');
    insert into auth.mfa_challenges (factor_id, ip_address, expires_at) values
      ('00000000-0000-4000-8000-00000000000a', 'old', now() - interval '1 second'),
      ('00000000-0000-4000-8000-00000000000a', 'new', now() + interval '1 minute');
    insert into auth.audit_log_entries (payload, created_at) values
      ('{"action": "old"}', now() - interval '366 days'), ('{"action": "new"}', now() - interval '364 days');
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
  expect(await ids(`select payload ->> 'action' from auth.audit_log_entries`)).toEqual(['new']);
  expect(await ids('select provider from auth.sign_ins_elsewhere')).toEqual(['new']);
  expect(await ids('select challenge from auth.passkey_challenges')).toEqual(['new']);
  expect(await ids('select ip_address from auth.mfa_challenges')).toEqual(['new']);
  expect(await ids('select friendly_name from auth.mfa_factors order by 1')).toEqual(['begun', 'kept']);
  // Ended by the sweep, a session is announced like any other.
  expect(await ids('select count(*) from auth.ended_sessions')).toEqual([2]);
  expect(limitsSwept).toBe(1);
});

test('shortened limits apply to open sessions, and extend none', async () => {
  await db.database.exec(`
    insert into auth.users (id) values ('00000000-0000-4000-8000-000000000002');
    insert into auth.sessions (user_id, tag, not_after, created_at) values
      ('00000000-0000-4000-8000-000000000002', 'long', '2026-07-01Z', '2026-01-01Z'),
      ('00000000-0000-4000-8000-000000000002', 'endless', null, '2026-01-01Z'),
      ('00000000-0000-4000-8000-000000000002', 'short', '2026-01-01T01:00Z', '2026-01-01Z');
  `);
  await shortenSessions({ database: db.database, settings: { sessionMaxSeconds: 86_400 } });
  const rows = await db.database.query(
    `select tag, not_after from auth.sessions where user_id = '00000000-0000-4000-8000-000000000002' order by tag`,
  );
  expect(rows).toEqual([
    { tag: 'endless', not_after: new Date('2026-01-02Z') },
    { tag: 'long', not_after: new Date('2026-01-02Z') },
    { tag: 'short', not_after: new Date('2026-01-01T01:00Z') },
  ]);
});
