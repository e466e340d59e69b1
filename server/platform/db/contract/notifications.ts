import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../database.ts';
import type { Engine } from '../database-contract.ts';

/** Reopening takes half a second on an idle machine. */
const REOPENED = 20_000;

export function describeNotifications(database: () => Database, engine: Engine): void {
  const notify = (channel: string, payload: string) =>
    database().query('select pg_notify($1, $2)', [channel, payload]);

  describe('notifications', () => {
    it('arrive in order at all listeners of their channel, and only there', async () => {
      const heard: string[] = [];
      const stops = [
        await database().listen('news', (payload) => heard.push(`a ${payload}`)),
        await database().listen('news', (payload) => heard.push(`b ${payload}`)),
        await database().listen('Other "news"', (payload) => heard.push(`c ${payload}`)),
      ];
      await notify('news', '1');
      await notify('news', '2');
      await notify('Other "news"', '3');
      await vi.waitFor(() => expect(heard).toEqual(['a 1', 'b 1', 'a 2', 'b 2', 'c 3']));
      await Promise.all(stops.map((stop) => stop()));
    });

    it('stop when the listener stops', async () => {
      const heard: string[] = [];
      const stop = await database().listen('stopped', (payload) => heard.push(payload));
      const stay = await database().listen('stopped', (payload) => heard.push(`stayed ${payload}`));
      await stop();
      await notify('stopped', '1');
      await vi.waitFor(() => expect(heard).toEqual(['stayed 1']));
      await stay();
      await notify('stopped', '2');
      await sleep(50);
      expect(heard).toEqual(['stayed 1']);
    });

    it('wait for the commit, and are never sent after a rollback', async () => {
      const heard: string[] = [];
      const stop = await database().listen('events', (payload) => heard.push(payload));
      const undone = database().transaction(async (tx) => {
        await tx.query("select pg_notify('events', 'undone')");
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      await database().transaction(async (tx) => {
        await tx.query("select pg_notify('events', 'kept')");
        await sleep(50);
        expect(heard).toEqual([]);
      });
      await vi.waitFor(() => expect(heard).toEqual(['kept']));
      await stop();
    });

    it('reach a listener that queries the database, also when caused by a transaction', async () => {
      const answers: unknown[] = [];
      const stop = await database().listen('ask', (payload) => {
        void database()
          .query('select $1::text as payload', [payload])
          .then(
            (rows) => answers.push(rows),
            (error: unknown) => answers.push(error),
          );
      });
      await database().transaction((tx) => tx.query("select pg_notify('ask', 'x')"));
      await vi.waitFor(() => expect(answers).toEqual([[{ payload: 'x' }]]));
      await stop();
    });

    it('reach the other listeners when one throws', async () => {
      const heard: string[] = [];
      const stops = [
        await database().listen('fragile', () => {
          throw new Error('a listener that fails');
        }),
        await database().listen('fragile', (payload) => heard.push(payload)),
      ];
      await notify('fragile', '1');
      await vi.waitFor(() => expect(heard).toEqual(['1']));
      await Promise.all(stops.map((stop) => stop()));
    });

    it('resume after the engine or the connection was lost, which is reported', async () => {
      const heard: string[] = [];
      let reopened = 0;
      const stop = await database().listen('survives', (payload) => heard.push(payload));
      const forget = database().onReopen(() => reopened++);
      expect(database().isHealthy()).toBe(true);
      await engine.interrupt(database());
      await vi.waitFor(() => expect(reopened).toBe(1), REOPENED);
      expect(database().isHealthy()).toBe(true);
      await notify('survives', 'again');
      await vi.waitFor(() => expect(heard).toEqual(['again']));
      forget();
      await engine.interrupt(database());
      await vi.waitFor(() => expect(database().isHealthy()).toBe(true), REOPENED);
      expect(reopened).toBe(1);
      await stop();
    });
  });
}
