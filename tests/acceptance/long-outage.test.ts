import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { callsOf } from '#tests/fixtures/run-records.ts';
import { howMany } from '#tests/long-run.ts';
import { accepted, untilEnded, untilRun } from './delegation.ts';
import { entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';

/** Milliseconds without a database. The long outage outlives the leases of the runs, which last 30 s. */
const AWAY = howMany(14_000, 45_000);
/** Milliseconds for which a model answers: it ends while the database is away. */
const MODEL = 3_000;

/** The embedded database is never away. */
describe.runIf(inject('postgresUrl'))(
  'two processes whose database is away for longer than a restart',
  () => {
    let postgres: TestServer;
    let processes: Processes;
    let person: Person;
    let runs: readonly string[];
    /** How often models were asked for each. */
    let calls: readonly number[];

    beforeAll(async () => {
      postgres = await startTestServer({ settings: ['synchronous_commit=on'] });
      const place = { place: postgres.url, remove: async () => {} };
      processes = await openProcesses([{}, {}], place, { AI_MODEL_FAST: `sim/slow-${MODEL}` });
      person = await signUp(processes.site);
      const tasks = await Promise.all(['One', 'Two', 'Three'].map((title) => addTask(person, title)));
      const begun = await Promise.all(tasks.map((task) => accepted(processes.site, person, task)));
      runs = begun.map(({ id }) => id);
      const writing = runs.map((id) => untilRun(person, id, ({ partial_text: text }) => text !== ''));
      await Promise.all(writing);
      calls = await countCalls();
      await postgres.crash();
      await sleep(AWAY);
      await postgres.restart();
    });
    afterAll(async () => {
      await processes.close();
      await postgres.stop();
    });

    async function countCalls(): Promise<number[]> {
      const database = await openPostgres({ url: postgres.url, log: silentLog });
      const counts = await Promise.all(runs.map((id) => callsOf(database, id)));
      await assertInvariants(database);
      await database.close();
      return counts;
    }

    it('keep the answers that came meanwhile, and ask no model again', async () => {
      const ended = await Promise.all(runs.map((id) => untilEnded(person, id, 60_000)));
      expect(ended.map(({ status, attempt }) => [status, attempt])).toEqual(runs.map(() => ['succeeded', 1]));
      expect(await countCalls()).toEqual(calls);
    });

    it('take one credit for each', async () => {
      for (const id of runs) expect(await entriesOf(person, id)).toEqual(['debit']);
      await expectSoundAccount(person);
    });
  },
);
