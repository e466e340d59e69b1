import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { databasePlace, testDatabase } from '#tests/engines/database.ts';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import { describeDatabase } from '../database-contract.ts';
import { openPostgres } from './open-postgres.ts';

/** Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('with a server', () => {
  describeDatabase('PostgreSQL', {
    open: (options) => testDatabase({ ...options, engine: 'postgres' }),
    async interrupt(database) {
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
  });

  it('is reached by its Unix-domain socket where the address names its folder', async () => {
    const server = await startTestServer();
    const database = await open(server.socketUrl);
    expect(await database.query('select inet_client_addr() as address')).toEqual([{ address: null }]);
    const heard = Promise.withResolvers<string>();
    await database.listen('news', heard.resolve);
    await database.query("select pg_notify('news', 'by the socket')");
    expect(await heard.promise).toBe('by the socket');
    await database.close();
    await server.stop();
  });

  it('is asked by processes that keep the memory they need for the next answer', async () => {
    const { place, remove } = await databasePlace();
    const database = await openPostgres({ url: place, log: silentLog, maxConnections: 1 });
    const list = {
      text: "select json_agg(n || repeat('x', 500))::text as body from generate_series(1, 100) n",
    };
    const ask = async (times: number): Promise<void> => {
      for (let at = 0; at < times; at += 1) await database.batch([list]);
    };
    const [row] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Of /proc/<pid>/stat: pages that the process had to get from the system.
    const pages = (): number => Number(readFileSync(`/proc/${row?.pid}/stat`, 'utf8').split(' ')[9]);
    await ask(20);
    const before = pages();
    await ask(100);
    expect(pages() - before).toBeLessThan(100);
    await database.close();
    await remove();
  });

  it('has as many requests wait as it may, and refuses the next', async () => {
    const { place, remove } = await databasePlace();
    const database = await openPostgres({ url: place, log: silentLog, maxConnections: 1, maxQueue: 2 });
    const asked = await Promise.allSettled(
      [1, 2, 3, 4].map((number) => database.query(`select ${number} as number from pg_sleep(0.05)`)),
    );
    expect(asked).toEqual([
      ...[1, 2, 3].map((number) => ({ status: 'fulfilled', value: [{ number }] })),
      { status: 'rejected', reason: expect.objectContaining({ code: '53300' }) },
    ]);
    await database.close();
    await remove();
  });

  it('gives up waiting for a lock before the time of the statement is up', async () => {
    const { place, remove } = await databasePlace();
    const [holder, waiter] = await Promise.all([open(place), open(place)]);
    await holder.exec('create table held (n int)');
    const wait = (limit: number) => waiter.batch([{ text: 'select * from held' }], { limit });
    await holder.transaction(async (tx) => {
      await tx.query('lock table held');
      await expect(wait(300)).rejects.toMatchObject({ code: '55P03' });
      await expect(
        waiter.transaction((inside) => inside.query('select * from held'), { limit: 300 }),
      ).rejects.toMatchObject({ code: '55P03' });
    });
    await expect(wait(20_000)).resolves.toHaveLength(1);
    await Promise.all([holder.close(), waiter.close()]);
    await remove();
  });

  describe('a name', () => {
    const claimed = async (claiming: Promise<unknown>) => (await claiming) !== null;

    it('is for one process, or for several that share it, until it is released', async () => {
      const { place, remove } = await databasePlace();
      const [first, second] = await Promise.all([open(place), open(place)]);
      const release = await first.claim('a');
      expect(await claimed(second.claim('a'))).toBe(false);
      expect(await claimed(second.claim('b'))).toBe(true);
      const waiting = second.claim('a', { patience: 5_000 }); // starts while its predecessor shuts down
      await release?.();
      expect(await claimed(waiting)).toBe(true);

      expect(await claimed(first.claim('c', { shared: true }))).toBe(true);
      const leave = await second.claim('c', { shared: true });
      expect(await claimed(first.claim('c'))).toBe(false);
      await leave?.();
      expect(await claimed(first.claim('c'))).toBe(true);

      await first.close();
      expect(await claimed(second.claim('c', { patience: 5_000 }))).toBe(true);
      await second.close();
      await remove();
    });

    it('is claimed again after the connections were lost', async () => {
      const { place, remove } = await databasePlace();
      const database = await open(place);
      await database.claim('a');
      const reopened = new Promise<void>((resolve) => database.onReopen(resolve));
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await reopened;
      expect(database.isCurrent()).toBe(true);
      const other = await open(place);
      expect(await claimed(other.claim('a'))).toBe(false);
      await Promise.all([database.close(), other.close()]);
      await remove();
    });
  });
});

const open = (place: string) => openPostgres({ url: place, log: silentLog });
