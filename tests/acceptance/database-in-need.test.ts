import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import { fill, hasSmallDisks, makeRoom } from '#tests/engines/disks/small-disk.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { untilEnded } from './delegation.ts';
import { expectSoundAccount } from './ledger.ts';
import { type Accepted, expectKept, workUntil } from './people-at-work.ts';
import { signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { QUESTIONS, type Refusal, watchUntil } from './watch-rooms.ts';

const MINUTE = 60_000;
vi.setConfig({ testTimeout: 5 * MINUTE, hookTimeout: 5 * MINUTE });

/** Milliseconds before and after a blow. */
const PEACE = 1_500;
const CONNECTIONS = 40;
const LINE = z.object({ level: z.string(), message: z.string() });
const ADD = '/rest/v1/tasks?select=id';

/** Runs in the long run with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('two processes whose database is in need', () => {
  let server: TestServer;
  let address: DatabaseAddress;
  let processes: Processes;
  const accepted: Accepted[] = [];

  beforeAll(async () => {
    server = await startTestServer({
      settings: [`max_connections=${CONNECTIONS}`, 'max_wal_size=64MB', 'min_wal_size=32MB'],
      ...(hasSmallDisks() ? { disk: '400m' } : {}),
    });
    address = await openDatabaseAddress(server.url);
    processes = await openProcesses([{ ROLE: 'web' }, { AI_MODEL_FAST: 'sim/slow-1500' }], {
      place: address.url,
      remove: async () => {},
    });
  });
  afterAll(async () => {
    await processes.close();
    address.close();
    await server.stop();
  });

  /** Strikes while two people work, and one asks all rooms; then all rooms must answer by themselves. */
  async function strike(blow: () => Promise<void>): Promise<Refusal[]> {
    const people = await Promise.all([1, 2].map(() => signUp(processes.site)));
    const end = new AbortController();
    const questions = {
      ...QUESTIONS,
      [ADD]: { method: 'POST', body: JSON.stringify({ title: 'Asked', user_id: people[0]?.id }) },
    };
    const working = people.map((person) => workUntil(end.signal, processes.site, person));
    const watching = watchUntil(end.signal, processes.siteOf(0), people[0], questions);
    try {
      await sleep(PEACE);
      await blow();
      await vi.waitFor(() => expectAnswers(people[0]), { interval: 200 });
      await sleep(PEACE);
    } finally {
      end.abort();
      accepted.push(...(await Promise.all(working)));
    }
    return watching;
  }

  async function expectAnswers(person: Accepted['person'] | undefined): Promise<void> {
    const { url, anonKey } = processes.siteOf(0);
    const headers = { apikey: anonKey, authorization: `Bearer ${person?.token}` };
    const asked = ['/health', ...Object.keys(QUESTIONS).filter((path) => !path.startsWith('/functions'))];
    for (const path of asked) expect((await fetch(`${url}${path}`, { headers })).status, path).toBe(200);
  }

  const messages = (level?: string): string[] =>
    processes.all
      .flatMap((one) => one.output().split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => LINE.parse(JSON.parse(line)))
      .filter((line) => level === undefined || line.level === level)
      .map(({ message }) => message);
  const statusesOf = (refusals: readonly Refusal[]): number[] =>
    [...new Set(refusals.map(({ status }) => status))].toSorted((one, other) => one - other);

  /** Past the product, and past the address. */
  async function connectAs(name: string): Promise<Client> {
    const client = new Client({ connectionString: server.url, application_name: name });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  const CUT_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'errand'";

  it('say that their connections were cut in the middle, and make them again', async () => {
    const operator = await connectAs('operator');
    const refusals = await strike(async () => {
      for (let times = 0; times < 30; times += 1) {
        await operator.query(CUT_ALL);
        await sleep(100);
      }
    });
    await operator.end();
    expect(statusesOf(refusals)).toEqual([503]);
    expect(refusals.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
  });

  it('say that there is no connection left for them, and what to do', async () => {
    const taken: Client[] = [await connectAs('taker')];
    const refusals = await strike(async () => {
      const take = (): Promise<unknown> =>
        connectAs('taker')
          .then((client) => taken.push(client))
          .catch(() => {}); // none was left
      const end = performance.now() + 6_000;
      while (performance.now() < end) {
        if (taken.length < CONNECTIONS) await taken[0]?.query(CUT_ALL);
        await Promise.all(Array.from({ length: CONNECTIONS - taken.length }, take));
        await sleep(200);
      }
      await Promise.all(taken.map((client) => client.end()));
    });
    expect(statusesOf(refusals)).toEqual([503]);
    expect(messages()).toContainEqual(expect.stringMatching(/no connection left .*: raise max_connections/));
  });

  it('say that the database is silent, and go on once it speaks', async () => {
    const refusals = await strike(async () => {
      address.fallSilent();
      const { url, anonKey } = processes.siteOf(0);
      const ready = () => fetch(`${url}/health/ready`);
      await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 5_000 });
      const asked = performance.now();
      const answers = await Promise.all(
        ['/rest/v1/tasks?select=id', '/storage/v1/bucket', '/config.json'].map((path) =>
          fetch(`${url}${path}`, { headers: { apikey: anonKey } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
      expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', null]);
      expect(performance.now() - asked).toBeLessThan(1_000);
      await sleep(2_000);
      address.speakAgain();
    });
    expect(statusesOf(refusals).filter((status) => status !== 503 && status !== 504)).toEqual([]);
  });

  it('say that others hold what is to be changed', async () => {
    const holder = await connectAs('holder');
    const refusals = await strike(async () => {
      await holder.query('begin; lock table public.tasks in access exclusive mode');
      await sleep(8_000);
      await holder.query('rollback');
    });
    await holder.end();
    expect(statusesOf(refusals)).toEqual([503]);
  });

  it('say that a statement takes too long', async () => {
    const operator = await connectAs('operator');
    const refusals = await strike(async () => {
      await operator.query(`
        create function public.dawdle() returns trigger language plpgsql as
          $$ begin perform pg_sleep(60); return new; end $$;
        create trigger dawdle before insert on public.tasks for each row execute function public.dawdle()`);
      await sleep(12_000);
      await operator.query('drop function public.dawdle cascade');
    });
    await operator.end();
    expect(statusesOf(refusals)).toContain(504);
    expect(statusesOf(refusals).filter((status) => status !== 503 && status !== 504)).toEqual([]);
  });

  it.runIf(hasSmallDisks())('say that its disk is full, and what to do', async () => {
    const refusals = await strike(async () => {
      fill(server.data, 0);
      await sleep(2_000);
      fill(server.data, 0);
      await sleep(4_000);
      makeRoom(server.data);
      // Without room for its log it has ended, and isn't what is tried here.
      const isUp = await connectAs('probe').then(
        (probe) => probe.end().then(() => true),
        () => false,
      );
      if (isUp) return;
      await server.crash();
      await server.restart();
    });
    expect(statusesOf(refusals)).toContain(507);
    expect(statusesOf(refusals).filter((status) => status !== 507 && status !== 503)).toEqual([]);
    expect(messages()).toContainEqual(expect.stringMatching(/disk of the database is full.*: make room/));
  });

  it('lose nothing that was accepted', async () => {
    expect(accepted.flatMap(({ titles }) => [...titles]).length).toBeGreaterThan(accepted.length);
    for (const each of accepted) await expectKept(each);
  });

  it('do each run once for one credit, or for none', async () => {
    for (const { person, runs } of accepted) {
      for (const id of runs.values()) {
        expect(await untilEnded(person, id, 2 * MINUTE)).toMatchObject({ status: 'succeeded' });
      }
      await expectSoundAccount(person);
    }
    const database = await openPostgres({ url: server.url, log: silentLog });
    await assertInvariants(database);
    await database.close();
  });

  it('have never ended meanwhile, nor failed without a reason', () => {
    const pids = processes.all.map(({ pid }) => z.int().parse(pid));
    for (const pid of pids) expect(() => process.kill(pid, 0)).not.toThrow();
    const needs = /^the (disk of the database is full|database has no connection left)/;
    expect(messages('error').filter((message) => !needs.test(message))).toEqual([]);
  });
});
