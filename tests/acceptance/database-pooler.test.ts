import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { databasePlace } from '#tests/engines/database.ts';
import { type Pooler, pgbouncerVersion, startPooler } from '#tests/engines/pgbouncer.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { untilEnded } from './delegation.ts';
import { expectSoundAccount } from './ledger.ts';
import { workUntil } from './people-at-work.ts';
import { addTask, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { startInVain } from './start-in-vain.ts';

const MINUTE = 60_000;
vi.setConfig({ testTimeout: 5 * MINUTE, hookTimeout: 5 * MINUTE });

/** Runs in the long run with TEST_DATABASE=postgres, where PgBouncer is installed. */
describe.runIf(inject('postgresUrl') && pgbouncerVersion() !== null)('two processes behind PgBouncer', () => {
  let pooler: Pooler;
  let place: DatabasePlace;
  let processes: Processes;

  beforeAll(async () => {
    place = await databasePlace();
    pooler = await startPooler(inject('postgresUrl') ?? '', { mode: 'transaction' });
    const direct = { DATABASE_DIRECT_URL: place.place };
    processes = await openProcesses(
      [
        { ...direct, ROLE: 'web' },
        { ...direct, ROLE: 'worker' },
      ],
      { place: pooler.addressOf(place.place), remove: async () => {} },
    );
  });
  afterAll(async () => {
    await processes.close();
    await pooler.stop();
    await place.remove();
  });

  it('keep what people do, and do each run once', async () => {
    const person = await signUp(processes.site);
    const working = await workUntil(AbortSignal.timeout(5_000), processes.site, person);
    expect(working.titles.size).toBeGreaterThan(1);
    expect(working.runs.size).toBeGreaterThan(0);
    for (const id of working.runs.values()) {
      expect(await untilEnded(person, id, 2 * MINUTE)).toMatchObject({ status: 'succeeded' });
    }
    await expectSoundAccount(person);
    const database = await openPostgres({ url: place.place, log: silentLog });
    await assertInvariants(database);
    await database.close();
  });

  it('send live updates', async () => {
    const person = await signUp(processes.site);
    const heard: unknown[] = [];
    const changes = { event: 'INSERT', schema: 'public', table: 'tasks' } as const;
    const channel = person.client.channel('list').on('postgres_changes', changes, ({ new: row }) => {
      heard.push(row['title']);
    });
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => void (state === 'SUBSCRIBED' && resolve()));
    });
    await addTask(person, 'Heard');
    await expect.poll(() => heard).toEqual(['Heard']);
    await person.client.removeAllChannels();
  });

  it('start only with a direct address, and say so', async () => {
    const { code, output } = await startInVain({ ...processes.env, DATA_DIR: processes.dataDir });
    expect(code).toBe(1);
    expect(output).toContain('Set DATABASE_DIRECT_URL');
    expect(output).not.toMatch(/\n\s+at /);
  });
});
