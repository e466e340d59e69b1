import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';

/** Servers of its own. Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('two processes whose lists a standby answers', () => {
  let primary: TestServer;
  let standby: TestServer;
  let processes: Processes;
  /** The same one, by one process and by the other. */
  let devices: readonly Person[];

  beforeAll(async () => {
    primary = await startTestServer();
    standby = await primary.startStandby();
    const place = { place: primary.url, remove: async () => {} };
    processes = await openProcesses([{}, { ROLE: 'web' }], place, { DATABASE_READ_URL: standby.url });
    const { email } = await signUp(processes.siteOf(0));
    devices = await Promise.all([0, 1].map((at) => personOf(processes.siteOf(at), email)));
  });
  afterAll(async () => {
    await processes.close();
    await Promise.all([standby.stop(), primary.stop()]);
  });

  const titles = async ({ client }: Person): Promise<unknown> => {
    const { data, error } = await client.from('tasks').select('title').like('title', 'Seen%').order('title');
    expect(error).toBeNull();
    return data?.map(({ title }) => title);
  };
  /** What is added by one process, and at once read by both. */
  const expectSeen = async (title: string): Promise<void> => {
    for (const [at, device] of devices.entries()) {
      await addTask(device, `${title} ${at}`);
      const seen = await Promise.all(devices.map(titles));
      for (const list of seen) expect(list).toContain(`${title} ${at}`);
    }
  };

  it('miss nothing that was added a moment ago', async () => {
    for (let round = 0; round < 20; round += 1) await expectSeen(`Seen ${round}`);
    const asked =
      "select count(*)::int as lists from pg_stat_activity where application_name = 'errand' and query ~ 'tasks'";
    await expect
      .poll(async () => {
        await Promise.all(devices.map(titles));
        return tell(standby, asked);
      })
      .toEqual([{ lists: expect.toSatisfy((lists) => lists > 0) }]);
  });

  it('nor when the standby stands still, or is gone', async () => {
    await tell(standby, 'select pg_wal_replay_pause()');
    await expectSeen('Seen while it stands still');
    await standby.crash();
    await expectSeen('Seen while it is gone');
    await standby.restart();
    await expectSeen('Seen when it is back');
  });
});

async function tell({ url }: TestServer, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}
