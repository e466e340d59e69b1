import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { runAsCaller } from '../as-caller.ts';
import { ANON } from '../caller.ts';
import type { Database } from '../database.ts';
import { openPostgres } from './open-postgres.ts';
import { Standby } from './standby.ts';

/** Servers of its own. Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('a standby', () => {
  let primary: TestServer;
  let server: TestServer;
  let database: Database;
  let address: DatabaseAddress;
  let standby: Standby;
  const lines: string[] = [];

  beforeAll(async () => {
    primary = await startTestServer();
    server = await primary.startStandby();
    database = await openPostgres({ url: primary.url, log: silentLog });
    await database.exec(`create role anon; create unlogged table scratch (n int); create table notes (n int);
      grant select on notes to anon; alter table notes enable row level security;
      create policy shown on notes for select to anon using (n >= 0)`);
    address = await openDatabaseAddress(server.url);
    const log = createLog('info', (line) => lines.push(line));
    standby = new Standby({ url: address.url, primary: database, log });
  });
  afterEach(() => tell(server, 'select pg_wal_replay_resume()').catch(() => {}));
  afterAll(async () => {
    await standby.close(0);
    address.close();
    await database.close();
    await Promise.all([server.stop(), primary.stop()]);
  });

  const write = (n: number) => database.query('insert into notes values ($1)', [n]);
  let last = 1;
  const writeNext = async (): Promise<number> => {
    last += 1;
    await write(last);
    return last;
  };
  const ask = async (
    from: Standby,
    text = 'select max(n) as last, pg_is_in_recovery() as standby from notes',
  ) => (await from.batch([{ text }]))[0]?.rows[0];
  const untilItAnswers = () =>
    vi.waitFor(async () => expect(await ask(standby)).toMatchObject({ standby: true }), 20_000);

  it('answers, as the caller, and alone says why it can not', async () => {
    await untilItAnswers();
    expect(await standby.problem()).toBeNull();
    await write(-1);
    await write(1);
    const text = 'select n, current_user::text as role, pg_is_in_recovery() as standby from notes';
    await vi.waitFor(async () => {
      const [result] = await runAsCaller(standby, ANON, [{ text }], { readOnly: true });
      expect(result?.rows).toEqual([{ n: 1, role: 'anon', standby: true }]);
    });
  });

  it('never misses what was committed before it was asked', async () => {
    await untilItAnswers();
    for (let time = 0; time < 300; time += 1) {
      const n = await writeNext();
      const answers = await Promise.all([ask(standby), ask(standby)]);
      expect(answers).toEqual([expect.objectContaining({ last: n }), expect.objectContaining({ last: n })]);
    }
  });

  it('that is behind lets the primary answer, and answers again when it is not', async () => {
    await untilItAnswers();
    lines.length = 0;
    await tell(server, 'select pg_wal_replay_pause()');
    const n = await writeNext();
    expect(await ask(standby)).toEqual({ last: n, standby: false });
    expect(await standby.problem()).toBe('the standby is behind');
    expect(lines.join()).toContain('the standby is behind');
    await tell(server, 'select pg_wal_replay_resume()');
    await untilItAnswers();
    expect(lines.join()).toContain('a standby answers lists');
  });

  it('leaves to the primary what it can not do, and is still asked', async () => {
    await untilItAnswers();
    expect(await ask(standby, 'select count(*)::int as count from scratch')).toEqual({ count: 0 });
    await expect(ask(standby, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await ask(standby)).toMatchObject({ standby: true });
  });

  it('does not let the primary do again what takes too long', async () => {
    await untilItAnswers();
    const text = "select case when pg_is_in_recovery() then pg_sleep(10)::text else 'again' end as done";
    const asked = standby.batch([{ text }], { limit: 100 });
    await expect(asked).rejects.toMatchObject({ code: '57014' });
    expect(await ask(standby)).toMatchObject({ standby: true });
  });

  it('that never answers, or is gone, lets the primary answer', async () => {
    await untilItAnswers();
    address.fallSilent();
    const silent = await writeNext();
    expect(await ask(standby)).toEqual({ last: silent, standby: false });
    await server.crash();
    address.leadTo(server.url);
    const gone = await writeNext();
    await vi.waitFor(async () => expect(await standby.problem()).not.toBeNull());
    expect(await ask(standby)).toEqual({ last: gone, standby: false });
    await server.restart();
    await untilItAnswers();
  });

  it('that is none, or of another cluster, never answers', async () => {
    const other = await startTestServer();
    const strange = await other.startStandby();
    for (const [url, reason] of [
      [primary.url, "the server isn't a standby"],
      [strange.url, 'the standby follows another primary'],
    ] as const) {
      // Further than the primary.
      await tell(other, 'select pg_switch_wal() from generate_series(1, 3)');
      const wrong = new Standby({ url, primary: database, log: silentLog });
      expect(await wrong.problem()).toContain(reason);
      expect(await ask(wrong)).toMatchObject({ standby: false });
      await wrong.close(0);
    }
    await Promise.all([strange.stop(), other.stop()]);
  });

  it('of a primary that was replaced never answers, also if it has more', async () => {
    const successor = await primary.startStandby();
    await successor.crash();
    await vi.waitFor(() => database.query('select 1'), 20_000);
    const lost = await writeNext(); // only the other standby has it
    await untilItAnswers();
    await primary.crash();
    await successor.restart();
    await successor.promote();
    const next = await vi.waitFor(() => openPostgres({ url: successor.url, log: silentLog }), 20_000);
    const left = new Standby({ url: server.url, primary: next, log: silentLog });
    expect(await ask(left)).toMatchObject({ standby: false });
    expect(await left.problem()).toContain('the standby follows another primary');
    expect((await ask(left))?.['last']).not.toBe(lost);
    await left.close(0);
    await next.close();
    await successor.stop();
  });
});

async function tell({ url }: TestServer, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
