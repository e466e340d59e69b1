import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { appliedOf, makeNextVersion, type Version } from '#tests/fixtures/next-version.ts';
import { type Load, loadUntil } from '#tests/fixtures/steady-load.ts';
import { howMany, isLong } from '#tests/long-run.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { runOperator } from '#tests/worlds/operator.ts';
import { untilEnded } from './delegation.ts';
import { type Ear, expectHears, listen } from './ear.ts';
import { expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';

/**
 * The folder of an earlier version, installed and built, where the change begins; otherwise, at this version. It ends at
 * this version with another migration.
 */
const EARLIER = process.env['EARLIER_VERSION'];
/** Milliseconds in which both versions serve. */
const SIDE_BY_SIDE = howMany(2_000, 20_000);
/** Milliseconds until live updates are back, of which the client waits one second; more on a busy machine. */
const BACK = howMany(5_000, 2_000);
/** More than the 5 seconds for which clients keep a connection that they don't use. */
const DRAINING = { DRAIN_SECONDS: '6' };

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('a change of version, process by process, under load', () => {
  let processes: Processes;
  let next: Version;
  let people: readonly Person[];
  let ears: readonly Ear[];
  let loads: readonly Load[];
  /** What the next version's command says about the database before the change, and after it. */
  const said: string[] = [];

  beforeAll(async () => {
    next = makeNextVersion();
    processes = await openProcesses(
      [DRAINING, DRAINING],
      undefined,
      { AI_MODEL_FAST: 'sim/slow-3000' },
      EARLIER,
    );
    processes.balancer.checkEvery = 1_000; // as usual: it can't know sooner that a process ends
    people = await Promise.all([1, 2].map(() => signUp(processes.site)));
    ears = await Promise.all(people.map(listen));
    const end = new AbortController();
    const working = people.map((person) => loadUntil(end.signal, processes.site, person));
    const askDoctor = async (): Promise<void> => {
      const { dataDir, env } = processes;
      said.push((await runOperator({ dataDir, env, root: next.root }, ['doctor'])).out);
    };
    try {
      await sleep(SIDE_BY_SIDE);
      await askDoctor();
      await processes.restart(0, {}, next.root);
      await sleep(SIDE_BY_SIDE);
      if (isLong) {
        await processes.restart(1, {}, EARLIER); // the old program, on what the new one has changed
        await sleep(SIDE_BY_SIDE);
      }
      await processes.restart(1, {}, next.root);
      await sleep(SIDE_BY_SIDE);
      await askDoctor();
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

  it('changes the database beside the old program', async () => {
    expect(await appliedOf(processes.database, next)).toEqual(next.added);
  });

  it('is announced by the new program, which tells whether older ones may stay', () => {
    expect(said[0]).toMatch(
      /^note +database +PostgreSQL: will be updated at the next start \(\d+ files?, beside older processes\)$/m,
    );
    expect(said[1]).toMatch(/^ok +database +PostgreSQL: up to date$/m);
  });

  it('keeps what was accepted', async () => {
    const database = await openDatabase(processes.database);
    for (const [at, { id }] of people.entries()) {
      const rows = await database.query<{ title: string }>(
        'select title from public.tasks where user_id = $1',
        [id],
        { limit: 100_000 },
      );
      const kept = new Set(rows.map(({ title }) => title));
      expect(loads[at]?.titles.filter((title) => !kept.has(title))).toEqual([]);
    }
    await database.close();
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
      const ear = ears[at];
      if (!ear) throw new Error('nobody listens');
      await expectHears(ear, 'Heard by everybody', (title) => addTask(person, title));
      expect(ear.breaks.length).toBeGreaterThan(0);
      expect(Math.max(...ear.breaks)).toBeLessThan(BACK);
    }
  });
});
