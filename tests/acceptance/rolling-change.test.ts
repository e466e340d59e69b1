import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { EXPANDING, makeNextVersion, type Version } from '#tests/fixtures/next-version.ts';
import { type Load, loadUntil } from '#tests/fixtures/steady-load.ts';
import { howMany } from '#tests/long-run.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { untilEnded } from './delegation.ts';
import { expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';

/**
 * The folder of an earlier version, installed and built: changes from it to this version. Unset: from this version to
 * one with another migration, and back.
 */
const EARLIER = process.env['EARLIER_VERSION'];
/** Milliseconds in which both versions serve. */
const SIDE_BY_SIDE = howMany(2_000, 20_000);
/** More than the 5 seconds for which clients keep a connection that they don't use. */
const DRAINING = { DRAIN_SECONDS: '6' };

interface Ear {
  readonly heard: readonly unknown[];
}

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('a change of version, process by process, under load', () => {
  let processes: Processes;
  let next: Version;
  let people: readonly Person[];
  let ears: readonly Ear[];
  let loads: readonly Load[];

  beforeAll(async () => {
    next = EARLIER ? { root: process.cwd(), remove() {} } : makeNextVersion();
    processes = await openProcesses(
      [DRAINING, DRAINING],
      EARLIER ? await emptyPlace() : undefined,
      { AI_MODEL_FAST: 'sim/slow-3000' },
      EARLIER,
    );
    processes.balancer.checkEvery = 1_000; // as usual: it can't know sooner that a process ends
    people = await Promise.all([1, 2].map(() => signUp(processes.site)));
    ears = await Promise.all(people.map(listen));
    const end = new AbortController();
    const working = people.map((person) => loadUntil(end.signal, processes.site, person));
    try {
      await sleep(SIDE_BY_SIDE);
      await processes.restart(0, {}, next.root);
      await sleep(SIDE_BY_SIDE);
      await processes.restart(1, {}, EARLIER); // the old program, on what the new one has changed
      await sleep(SIDE_BY_SIDE);
      await processes.restart(1, {}, next.root);
      await sleep(SIDE_BY_SIDE);
    } finally {
      end.abort();
      loads = await Promise.all(working);
    }
  });
  afterAll(async () => {
    await processes.close();
    next.remove();
  });

  it('fails no request', () => {
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { answered } of loads) expect(answered).toBeGreaterThan(20);
  });

  it.skipIf(EARLIER)('changes the database beside the old program', async () => {
    const database = await openDatabase(processes.database);
    const rows = await database.query('select name, expands from migrations.applied where name ~ $1', [
      EXPANDING.name,
    ]);
    await database.close();
    expect(rows).toEqual([{ name: `product/${EXPANDING.name}`, expands: true }]);
  });

  it('keeps what was accepted', async () => {
    for (const [at, { client }] of people.entries()) {
      const { data } = await client.from('tasks').select('title').limit(10_000);
      const kept = new Set(data?.map(({ title }) => title));
      expect(loads[at]?.titles.filter((title) => !kept.has(title))).toEqual([]);
    }
  });

  it('does each run once, for one credit', async () => {
    for (const [at, person] of people.entries()) {
      const runs = loads[at]?.runs ?? [];
      expect(runs.length).toBeGreaterThan(2);
      for (const id of runs) {
        expect(await untilEnded(person, id, 60_000)).toMatchObject({ status: 'succeeded' });
      }
      await expectSoundAccount(person);
    }
    const database = await openDatabase(processes.database);
    await assertInvariants(database);
    await database.close();
  });

  it('moves each live connection to a process that serves', async () => {
    for (const [at, person] of people.entries()) {
      await addTask(person, 'Heard by everybody');
      await expect.poll(() => ears[at]?.heard, { timeout: 20_000 }).toContain('Heard by everybody');
    }
  });
});

async function emptyPlace() {
  const server = await startTestServer();
  return { place: server.url, remove: () => server.stop() };
}

async function listen({ client, token }: Person): Promise<Ear> {
  const heard: unknown[] = [];
  await client.realtime.setAuth(token);
  const changes = { event: 'INSERT', schema: 'public', table: 'tasks' } as const;
  const channel = client.channel('list').on('postgres_changes', changes, ({ new: row }) => {
    heard.push(row['title']);
  });
  await new Promise<void>((resolve) => {
    channel.subscribe((state) => void (state === 'SUBSCRIBED' && resolve()));
  });
  return { heard };
}
