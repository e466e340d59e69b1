import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import type { Database } from '../database.ts';
import { ConnectionPool, type Lease } from './connection-pool.ts';
import { examineAddress } from './examine-address.ts';
import { openPostgres } from './open-postgres.ts';

/** Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('a pool that is renewed', () => {
  let place: DatabasePlace;
  let pool: ConnectionPool;
  /** By other connections, which aren't renewed. */
  let observer: Database;

  beforeAll(async () => {
    place = await databasePlace();
    const address = await examineAddress(place.place, { log: silentLog });
    pool = new ConnectionPool({ address, log: silentLog, maxConnections: 1, maxQueue: 1, limit: 60_000 });
    observer = await openPostgres({ url: place.place, log: silentLog });
  });
  afterAll(async () => {
    await Promise.all([pool.close(0), observer.close()]);
    await place.remove();
  });

  async function processOf({ connection }: Lease): Promise<unknown> {
    const work = { statements: [{ text: 'select pg_backend_pid() as pid' }] };
    return (await connection.runAlone(work, 60_000))[0]?.rows[0]?.['pid'];
  }

  async function lendOnce(): Promise<unknown> {
    const lease = await pool.lease();
    const pid = await processOf(lease);
    lease.release();
    return pid;
  }

  async function untilEnded(pid: unknown, signal: AbortSignal): Promise<void> {
    const look = () => observer.query('select from pg_stat_activity where pid = $1', [pid]);
    while ((await look()).length > 0) signal.throwIfAborted();
  }

  it('lends no connection of before', async ({ signal }) => {
    const before = await lendOnce();
    expect(await lendOnce()).toBe(before);
    pool.renew();
    expect(await lendOnce()).not.toBe(before);
    await untilEnded(before, signal);
  });

  it('lets a connection that is in use finish, and closes it then', async ({ signal }) => {
    const lease = await pool.lease();
    const pid = await processOf(lease);
    pool.renew();
    expect(await processOf(lease)).toBe(pid);
    // From here on no timer fires, so the connection isn't closed for being idle.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      lease.release();
      await untilEnded(pid, signal);
    } finally {
      vi.useRealTimers();
    }
  });
});
