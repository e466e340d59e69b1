import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { insertUser } from '../sessions/users.ts';
import { acceptProof } from './accept-proof.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test.each(['confirmation_token', 'recovery_token'] as const)(
  'a %s for a previous address of the account proves nothing',
  async (token_type) => {
    const now = new Date();
    const accepted = db.database.transaction(async (tx) => {
      const email = `${token_type}@example.org`.replace('_', '-');
      const user = await insertUser(tx, { email, passwordHash: null, metadata: {}, confirmed: false, now });
      if (!user) throw new Error('no user was made');
      const id = crypto.randomUUID();
      const token = { id, user_id: user.id, token_type, relates_to: 'old@example.org', flow_state_id: null };
      return acceptProof(tx, user, token, { ip: '127.0.0.1', now });
    });
    await expect(accepted).rejects.toMatchObject({ code: 'otp_expired' });
  },
);
