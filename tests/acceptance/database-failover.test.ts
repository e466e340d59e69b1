import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { isLong } from '#tests/long-run.ts';
import { untilEnded } from './delegation.ts';
import { expectSoundAccount } from './ledger.ts';
import { type Accepted, expectKept, storyOf, workUntil } from './people-at-work.ts';
import { type Person, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { QUESTIONS, type Questions, type Refusal, untilAnswered, watchUntil } from './watch-rooms.ts';

const MINUTE = 60_000;
vi.setConfig({ testTimeout: 5 * MINUTE, hookTimeout: 5 * MINUTE });

/** Milliseconds between two blows. */
const PEACE = 3_000;
/** Milliseconds for which the database is away, and for which a standby is not yet the primary. */
const AWAY = 3_000;

/** Runs in the long run with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))(
  'two processes whose database restarts, and moves to its standby',
  () => {
    let primary: TestServer;
    let standby: TestServer;
    let address: DatabaseAddress;
    let processes: Processes;
    let accepted: readonly Accepted[];
    let refusals: readonly Refusal[];
    /** Milliseconds from the promotion until each question is answered, by each process. */
    let answered: readonly Record<string, number>[];

    beforeAll(async () => {
      primary = await startTestServer({ settings: ['synchronous_commit=on'] });
      standby = await primary.startStandby();
      address = await openDatabaseAddress(primary.url);
      processes = await openProcesses([{ ROLE: 'web' }, { AI_MODEL_FAST: 'sim/slow-1500' }], {
        place: address.url,
        remove: async () => {},
      });
      const operator = await openPostgres({ url: address.url, log: silentLog });
      await operator.exec("alter system set synchronous_standby_names = '*'");
      await operator.query('select pg_reload_conf()');
      await operator.close();

      const people = await Promise.all([1, 2].map(() => signUp(processes.site)));
      const end = new AbortController();
      const working = people.map((person) => workUntil(end.signal, processes.site, person));
      let crashed = 0;
      const watching = watchUntil(end.signal, processes.siteOf(0), people[0]);
      try {
        await sleep(PEACE);
        await primary.crash();
        await sleep(AWAY);
        await primary.restart();
        await sleep(PEACE);
        crashed = performance.now();
        await primary.crash();
        address.leadTo(standby.url);
        await sleep(AWAY);
        const answering = processes.all.map((_one, at) =>
          untilAnswered(processes.siteOf(at), people[0], { ...QUESTIONS, ...addingFor(people[0]) }),
        );
        await standby.promote();
        answered = await Promise.all(answering);
        await sleep(PEACE);
      } finally {
        end.abort();
        accepted = await Promise.all(working);
        refusals = await watching;
      }
      const refused = refusals.filter(({ at }) => at > crashed).length;
      const story = JSON.stringify({ answered, refused, ...storyOf(accepted) });
      if (isLong) process.stdout.write(`${story}\n`);
    });
    afterAll(async () => {
      await processes.close();
      address.close();
      await Promise.all([standby.stop(), primary.stop()]);
    });

    it('answer 503 with Retry-After meanwhile, in each room', () => {
      expect([...new Set(refusals.map(({ path }) => path))].toSorted()).toEqual(
        Object.keys(QUESTIONS).toSorted(),
      );
      expect(refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    });

    it('answer within seconds after the standby is the primary', () => {
      for (const times of answered) expect(Math.max(...Object.values(times))).toBeLessThan(10_000);
    });

    it('lose nothing that was accepted', async () => {
      for (const each of accepted) {
        expect(each.titles.size).toBeGreaterThan(0);
        await expectKept(each);
      }
    });

    it('do each run once, for one credit', async () => {
      for (const { person, runs } of accepted) {
        expect(runs.size).toBeGreaterThan(0);
        for (const id of runs.values()) {
          expect(await untilEnded(person, id, 2 * MINUTE)).toMatchObject({ status: 'succeeded' });
        }
        await expectSoundAccount(person);
      }
      const database = await openPostgres({ url: address.url, log: silentLog });
      await assertInvariants(database);
      await database.close();
    });
  },
);

/** A write. */
const addingFor = (person: Person | undefined): Questions => ({
  '/rest/v1/tasks?select=id': {
    method: 'POST',
    body: JSON.stringify({ title: 'After the move', user_id: person?.id }),
  },
});
