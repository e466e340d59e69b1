import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
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
      const watching = watchUntil(end.signal, processes.siteOf(0), people[0]);
      try {
        await sleep(PEACE);
        await primary.crash();
        await sleep(AWAY);
        await primary.restart();
        await sleep(PEACE);
        await primary.crash();
        address.leadTo(standby.url);
        await sleep(AWAY);
        await standby.promote();
        await sleep(PEACE);
      } finally {
        end.abort();
        accepted = await Promise.all(working);
        refusals = await watching;
      }
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
