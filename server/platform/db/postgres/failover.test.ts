import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { type Database, DatabaseError } from '../database.ts';
import { openPostgres } from './open-postgres.ts';

/** A server of its own, since it's stopped. Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('a database server', () => {
  let primary: TestServer;
  let standby: TestServer;
  let address: DatabaseAddress;
  let database: Database;
  const lines: string[] = [];

  beforeAll(async () => {
    primary = await startTestServer({ settings: ['synchronous_commit=on'] });
    standby = await primary.startStandby();
    address = await openDatabaseAddress(primary.url);
    database = await openPostgres({ url: address.url, log: createLog('warn', (line) => lines.push(line)) });
    await database.exec('create table notes (body text)');
    await database.exec("alter system set synchronous_standby_names = '*'");
    await database.query('select pg_reload_conf()');
    expect(await database.claim('the house')).not.toBeNull();
  });
  afterAll(async () => {
    await database.close();
    address.close();
    await Promise.all([standby.stop(), primary.stop()]);
  });

  const write = (body: string) => database.query('insert into notes values ($1)', [body]);
  const notes = async () => {
    const rows = await database.query<{ body: string }>('select body from notes order by body');
    return rows.map(({ body }) => body);
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof DatabaseError ? error.code : error),
    );

  it('that crashes and starts again is used again, with nothing lost and every name still claimed', async () => {
    await write('before the crash');
    const running = codeOf(database.query('select pg_sleep(60)', [], { limit: 90_000 }));
    const reopened = new Promise<void>((resolve) => database.onReopen(resolve));
    await primary.crash();
    expect(await running).toBe('57P01');
    expect(await codeOf(write('while it is down'))).toBe('57P01');
    await vi.waitFor(() => expect(database.isHealthy()).toBe(false));
    await primary.restart();
    await reopened;
    expect(database.isHealthy()).toBe(true);
    await write('after it');
    expect(await notes()).toEqual(['after it', 'before the crash']);
    const other = await openPostgres({ url: address.url, log: silentLog });
    expect(await other.claim('the house')).toBeNull();
    await other.close();
  });

  it('that is lost again while the connection is made again is used again', async () => {
    await database.listen('news', () => {});
    const reopened = new Promise<void>((resolve) => database.onReopen(resolve));
    address.cutAt('listen "news"');
    address.leadTo(primary.url);
    await reopened;
    // Longer than a second connection would wait for the names of the first.
    await sleep(3_000);
    expect(database.isHealthy()).toBe(true);
    expect(lines.join()).not.toContain('another process has taken');
  });

  it('that is a standby is waited for until it is the primary', async () => {
    lines.length = 0;
    await write('just before the move');
    const reopened = new Promise<void>((resolve) => database.onReopen(resolve));
    await primary.crash();
    address.leadTo(standby.url);
    await vi.waitFor(() => expect(lines.join()).toContain('the database server is a standby'), 10_000);
    expect(await codeOf(write('too early'))).toBe('57P01');
    // It would read what the primary had a moment ago.
    expect(await codeOf(notes())).toBe('57P01');
    await expect(openPostgres({ url: address.url, log: silentLog })).rejects.toThrow('is a standby');
    await standby.promote();
    await reopened;
    await write('on its successor');
    expect(await notes()).toEqual([
      'after it',
      'before the crash',
      'just before the move',
      'on its successor',
    ]);
  });
});
