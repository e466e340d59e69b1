import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { insertUser } from '../sessions/users.ts';
import type { FactorRow } from './factor-rows.ts';
import { raiseSession } from './raise-session.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test('raising a session that ended concurrently is answered as such', async () => {
  const now = new Date();
  const raised = db.database.transaction(async (tx) => {
    const user = await insertUser(tx, {
      email: 'a@example.org',
      passwordHash: null,
      metadata: {},
      confirmed: true,
      now,
    });
    if (!user) throw new Error('no user');
    const session = {
      id: crypto.randomUUID(),
      user_id: user.id,
      aal: 'aal1',
      not_after: null,
      refreshed_at: null,
      created_at: now,
    } as const;
    const factor: FactorRow = {
      id: crypto.randomUUID(),
      user_id: user.id,
      friendly_name: null,
      factor_type: 'totp',
      status: 'verified',
      secret: null,
      phone: null,
      web_authn_credential: null,
      web_authn_aaguid: null,
      last_challenged_at: null,
      created_at: now,
      updated_at: now,
    };
    const request = new Request('http://errand.test/');
    const context = { ip: '127.0.0.1', requestId: 'r' };
    return raiseSession(
      tx,
      { factor, method: 'totp' },
      { user, session, owesFactor: true, now, request, context, url: new URL(request.url), params: {} },
    );
  });
  await expect(raised).rejects.toMatchObject({ status: 403, code: 'session_not_found' });
});
