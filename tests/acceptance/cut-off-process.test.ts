import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { databasePlace } from '#tests/engines/database.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { isLong } from '#tests/long-run.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { accepted, untilEnded } from './delegation.ts';
import { type Ear, expectHears, listen } from './ear.ts';
import { entriesOf, expectSoundAccount } from './ledger.ts';
import { type Accepted, expectKept, workUntil } from './people-at-work.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { untilAnswered } from './watch-rooms.ts';

/** Milliseconds of the cut. A short one ends before leases do, so the test ends those. */
const CUT = isLong ? 45_000 : 10_000;
/** Milliseconds for which a model answers: it ends while its process is cut off. */
const MODEL = 3_000;
/** Milliseconds after the cut within which the cut-off process tries again to record that answer. */
const LATE = 5_000;
/** What it tells its operator of the files: the only trouble that doesn't end within seconds. */
const NO_FILES = "the object store doesn't answer, so files can't be read or saved";
/** Milliseconds after which a request's connection isn't used for a socket any more, to whichever process it leads. */
const KEPT_OPEN = 6_000;
/** The process that is cut off. */
const OFF = 2;
const missed = z.object({ until: z.string(), missed: z.object({ task_ids: z.array(z.string()) }) });
const LINE = z.object({ level: z.string(), message: z.string() });

/** People still reach it, and it still reaches the models. The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('a process that loses the database and the files for a while', () => {
  let files: S3Simulator;
  let lines: readonly DatabaseAddress[];
  let processes: Processes;
  let operator: Database;
  let watcher: Person;
  let ear: Ear;
  let work: readonly Accepted[];
  /** Runs that it had begun. */
  let itsRuns: readonly string[];
  let delegator: Person;
  /** Milliseconds from the cut until it said that it isn't ready, and for an answer then. */
  let noticed: number;
  let refused: { readonly status: number; readonly retryAfter: string | null; readonly took: number };
  let addedMeanwhile: readonly string[];
  let caughtUp: readonly string[];
  let heardBeforeItWasBack: readonly unknown[];
  let answered: Readonly<Record<string, number>>;

  beforeAll(async () => {
    const [own, s3] = await Promise.all([databasePlace(), startS3Simulator()]);
    files = s3;
    lines = await Promise.all([own.place, s3.url].map(openDatabaseAddress));
    const [toDatabase, toFiles] = z.tuple([z.string(), z.string()]).parse(lines.map(({ url }) => url));
    processes = await openProcesses(
      [
        { ROLE: 'web' },
        {},
        { DATABASE_URL: toDatabase, STORAGE_URL: storageUrlOf({ ...s3, url: toFiles }, 'of-errand') },
      ],
      own,
      { STORAGE_URL: storageUrlOf(s3, 'of-errand'), AI_MODEL_FAST: `sim/slow-${MODEL}` },
    );
    operator = await openPostgres({ url: own.place, log: silentLog });
  });
  afterAll(async () => {
    await operator.close();
    await processes.close();
    for (const line of lines) line.close();
    await files.close();
  });

  it('is cut off while people work, and comes back', async () => {
    const [first, second, third] = processes.all.map(({ url }) => url);
    const all = z.array(z.string()).parse([first, second, third]);
    const worker = await signUp(processes.site);
    delegator = await signUp(processes.site);
    watcher = await signUp(processes.site);
    const elsewhere = await personOf(processes.siteOf(0), watcher.email);
    processes.balancer.serve(all.slice(OFF));
    await sleep(KEPT_OPEN);
    ear = await listen(watcher);
    processes.balancer.serve(all);
    const { until } = missed.parse((await elsewhere.client.rpc('missed_changes', { seconds: 1 })).data);
    const end = new AbortController();
    const working = [workUntil(end.signal, processes.site, worker)];
    itsRuns = await runsOf(delegator);

    const begun = performance.now();
    for (const line of lines) line.fallSilent();
    const { url, anonKey } = processes.siteOf(OFF);
    const ready = () => fetch(`${url}/health/ready`);
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 8_000, interval: 50 });
    noticed = performance.now() - begun;
    const asked = performance.now();
    const answer = await fetch(`${url}/storage/v1/bucket`, { headers: { apikey: anonKey } });
    const retryAfter = answer.headers.get('retry-after');
    refused = { status: answer.status, retryAfter, took: performance.now() - asked };
    if (!isLong)
      await operator.query(
        'update private.run_leases set lease_until = clock_timestamp() where run_id = any($1)',
        [itsRuns],
      );
    addedMeanwhile = await Promise.all(['One', 'Two'].map((title) => addTask(elsewhere, title)));
    await expect.poll(() => ear.breaks.length).toBeGreaterThan(0);
    await expectHears(ear, 'Heard', (title) => addTask(elsewhere, title));
    const later = await watcher.client.rpc('missed_changes', { since: until });
    caughtUp = missed.parse(later.data).missed.task_ids;
    await sleep(Math.max(0, CUT - (performance.now() - begun)));
    heardBeforeItWasBack = [...ear.heard];

    for (const line of lines) line.speakAgain();
    answered = await untilAnswered(processes.siteOf(OFF), watcher);
    await vi.waitFor(async () => expect((await ready()).status).toBe(200));
    end.abort();
    work = await Promise.all(working);
    await sleep(LATE);
  });

  /** Delegates until the process has some runs at work. */
  async function runsOf(person: Person): Promise<string[]> {
    const port = new URL(processes.siteOf(OFF).url).port;
    for (let tries = 0; tries < 10; tries += 1) {
      const tasks = await Promise.all([1, 2].map((n) => addTask(person, `Run ${tries}-${n}`)));
      await Promise.all(tasks.map((task) => accepted(processes.siteOf(0), person, task)));
      // On a busy machine it takes a while until somebody has them.
      for (let looks = 0; looks < 10; looks += 1) {
        await sleep(100);
        const held = await operator.query<{ id: string }>(
          "select run_id as id from private.run_leases where user_id = $1 and holder like '%:' || $2",
          [person.id, port],
        );
        if (held.length > 0) return held.map(({ id }) => id);
      }
    }
    throw new Error('it takes no runs');
  }

  it('says so within three seconds, and refuses at once from then on', () => {
    expect(noticed).toBeLessThan(5_000); // on a busy machine
    expect(refused).toMatchObject({ status: 503, retryAfter: '1' });
    expect(refused.took).toBeLessThan(1_000);
  });

  it('sends its people to another process, which tells them what they missed', () => {
    expect(heardBeforeItWasBack).toContain('Heard');
    expect(caughtUp).toEqual(expect.arrayContaining([...addedMeanwhile]));
  });

  it('loses its runs to others, and can not write what it brings too late', async () => {
    for (const id of itsRuns) {
      expect(await untilEnded(delegator, id)).toMatchObject({ status: 'succeeded', attempt: 2 });
      expect(await entriesOf(delegator, id)).toEqual(['debit']);
    }
    await expectSoundAccount(delegator);
  });

  it('costs nobody anything that was accepted, and nothing twice', async () => {
    for (const each of work) {
      expect(each.titles.size).toBeGreaterThan(0);
      expect(each.files.size).toBeGreaterThan(0);
      await expectKept(each);
      for (const id of each.runs.values()) {
        expect(await untilEnded(each.person, id, 60_000)).toMatchObject({ status: 'succeeded' });
      }
      await expectSoundAccount(each.person);
    }
    await assertInvariants(operator);
  });

  it('goes on by itself, without an error of its own', () => {
    expect(Math.max(...Object.values(answered))).toBeLessThan(10_000);
    const errors = processes.all
      .flatMap((one) => one.output().split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => LINE.parse(JSON.parse(line)))
      // It tells its operator so where the break takes long enough: in the long run, and on a busy machine.
      .filter(({ level, message }) => level === 'error' && message !== NO_FILES);
    expect(errors).toEqual([]);
  });
});
