import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { ANON, type Caller } from '../../db/caller.ts';
import { type Database, DatabaseError } from '../../db/database.ts';
import { findRightsOnSocket, findTopicRights } from './topic-rights.ts';

const ANN_ID = '00000000-0000-4000-8000-00000000000a';
const ANN: Caller = {
  ...ANON,
  role: 'authenticated',
  userId: ANN_ID,
  claims: { role: 'authenticated', sub: ANN_ID },
};
const SERVICE: Caller = { ...ANON, role: 'service_role', claims: { role: 'service_role' } };

let test: TestDatabase;
/** Rejects writes, as on a full disk. */
let full: Database;

beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  await database.exec(`
    create policy own_desk on realtime.messages for all to authenticated
      using (realtime.topic() = 'desk:' || auth.uid()::text) with check (true);
    create policy hall on realtime.messages for select to authenticated
      using (messages.topic like 'hall:%' and extension = 'presence');
    create policy open on realtime.messages for select to anon using (realtime.topic() = 'open');
    create policy broken on realtime.messages for select to authenticated
      using (case when realtime.topic() like 'broken:%' then realtime.topic()::uuid = auth.uid() else false end);
    create policy closed on realtime.messages as restrictive for select to authenticated
      using (realtime.topic() <> 'hall:closed');
  `);
  full = {
    ...database,
    query: async (text, values, options) => {
      if (text.includes('topic_rights')) throw new DatabaseError('53100', 'full');
      return database.query(text, values, options);
    },
  };
});
afterAll(() => test.close());

it('on a full disk a private topic can be read as usual, but not written', async () => {
  const topics = [
    `desk:${ANN_ID}`,
    'desk:other',
    'hall:1',
    'hall:closed',
    'broken:1',
    'open',
    `user:${ANN_ID}`,
  ];
  const readers: string[] = [];
  for (const caller of [ANN, ANON, SERVICE]) {
    for (const topic of topics) {
      const { readBroadcast, readPresence } = await findTopicRights(test.database, topic, caller);
      const rights = await findRightsOnSocket(full, topic, caller);
      const unwritten = { writeBroadcast: false, writePresence: false };
      expect([caller.role, topic, rights]).toEqual([
        caller.role,
        topic,
        { readBroadcast, readPresence, ...unwritten },
      ]);
      if (readBroadcast || readPresence) readers.push(`${caller.role} ${topic}`);
    }
  }
  expect(readers.filter((reader) => !reader.startsWith('service_role'))).toEqual([
    `authenticated desk:${ANN_ID}`,
    'authenticated hall:1',
    `authenticated user:${ANN_ID}`,
    'anon open',
  ]);
});

it('any other failure of the database neither grants nor denies a right', async () => {
  const busy: Database = { ...full, query: () => Promise.reject(new DatabaseError('53300', 'busy')) };
  await expect(findRightsOnSocket(busy, 'hall:1', ANN)).rejects.toMatchObject({ code: '53300' });
});
