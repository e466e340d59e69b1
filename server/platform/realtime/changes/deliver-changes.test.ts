import { expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { testDatabase } from '#tests/engines/database.ts';
import type { Change } from '../../db/changes.ts';
import { createChangeSubscriptions } from './change-subscriptions.ts';
import { deliverChanges } from './deliver-changes.ts';

const changeOf = (table: string): Change => ({
  schema: 'public',
  table,
  type: 'INSERT',
  owner: null,
  record: { id: 1 },
  oldRecord: null,
  deleted: null,
  committedAt: new Date(),
});

it('looks up an unpublished table once per batch', async () => {
  const { database, close } = await testDatabase();
  const subscriptions = createChangeSubscriptions(() => {});
  subscriptions.add({
    id: 1,
    request: { event: '*', schema: '*' },
    filter: null,
    subscriber: {
      caller: { role: 'anon', userId: null, sessionId: null, claims: { role: 'anon' }, expiresAt: null },
      sendChange: () => expect.unreachable(),
      leaveChangeOut: () => expect.unreachable(),
    },
  });
  const asked: string[] = [];
  const tables = {
    find: async (_schema: string, table: string) => {
      asked.push(table);
      return null;
    },
    follow: async () => {},
    forget: () => {},
  };
  const changes = Array.from({ length: 100 }, (_, at) => changeOf(at % 2 === 0 ? 'gone' : 'lost'));
  await deliverChanges({ database, tables, subscriptions, log: silentLog }, changes);
  expect(asked).toEqual(['gone', 'lost']);
  await close();
});
