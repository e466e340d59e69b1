import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const TABLES = [
  'auth.users',
  'auth.identities',
  'auth.sessions',
  'auth.mfa_amr_claims',
  'auth.refresh_tokens',
  'auth.flow_state',
  'auth.one_time_tokens',
  'auth.audit_log_entries',
  'auth.ended_sessions',
  'private.platform_keys',
  'private.rate_limits',
];

describe.each(['anon', 'authenticated', 'service_role'])('the role %s', (role) => {
  test.each(TABLES)('has no privilege on %s', async (table) => {
    const rows = await db.database.query(
      `select privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) privilege
       where has_table_privilege($1, $2, privilege) or has_any_column_privilege($1, $2, 'select, insert, update, references')`,
      [role, table],
    );
    expect(rows).toEqual([]);
  });

  test('may not execute the functions that guard them', async () => {
    const rows = await db.database.query(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'auth' and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [role],
    );
    expect(rows.map(({ name }) => name)).toEqual(['auth.email()', 'auth.jwt()', 'auth.role()', 'auth.uid()']);
  });
});

test.each(TABLES)('%s shows no row even with a grant made by mistake', async (table) => {
  const [row] = await db.database.query('select relrowsecurity from pg_class where oid = $1::regclass', [
    table,
  ]);
  expect(row).toEqual({ relrowsecurity: true });
});

test('the audit log is append-only until an entry is 90 days old', async () => {
  await db.database.exec(`
    insert into auth.audit_log_entries (payload, created_at) values
      ('{"action":"login"}', now()), ('{"action":"old"}', now() - interval '91 days')`);
  for (const attempt of [
    `update auth.audit_log_entries set payload = '{}'`,
    `delete from auth.audit_log_entries where payload ->> 'action' = 'login'`,
  ]) {
    await expect(db.database.query(attempt)).rejects.toMatchObject({ code: '42501' });
  }
  await db.database.query(`delete from auth.audit_log_entries where payload ->> 'action' = 'old'`);
  expect(await db.database.query('select payload from auth.audit_log_entries')).toHaveLength(1);
});

test('a session cannot have two active refresh tokens', async () => {
  await db.database.exec(`
    insert into auth.users (id) values ('00000000-0000-4000-8000-000000000002');
    insert into auth.sessions (id, user_id) values
      ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002')`);
  const add = (hash: string) =>
    db.database.query(
      `insert into auth.refresh_tokens (session_id, user_id, token_hash, salt) values
         ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', $1, '')`,
      [Buffer.from(hash)],
    );
  await add('one');
  await expect(add('two')).rejects.toMatchObject({ code: '23505' });
});

test('an address is stored in lower case and belongs to one account', async () => {
  const add = (email: string, sso = false) =>
    db.database.query('insert into auth.users (email, is_sso_user) values ($1, $2)', [email, sso]);
  await add('one@example.org');
  await expect(add('one@example.org')).rejects.toMatchObject({ code: '23505' });
  await expect(add('One@example.org')).rejects.toMatchObject({ code: '23514' });
  await add('one@example.org', true);
});
