import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDataDir, removeDataDir } from '#tests/worlds/server-process.ts';
import { accepted, untilEnded, untilRun } from './delegation.ts';
import { entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { startInVain } from './start-in-vain.ts';

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('several processes on one database', () => {
  let processes: Processes;
  let person: Person;

  beforeAll(async () => {
    processes = await openProcesses([{ ROLE: 'web' }, { AI_MODEL_FAST: 'sim/slow-30000' }, { ROLE: 'web' }]);
    person = await signUp(processes.site);
  });
  afterAll(() => processes.close());

  it('refuse one that has another folder for its files, in clear words', async () => {
    const dataDir = await freshDataDir();
    const { code, output } = await startInVain({ ...processes.env, DATA_DIR: dataDir });
    await removeDataDir(dataDir);
    expect(code, output).toBe(1);
    expect(output).toContain(
      `${dataDir} is not where the process that already serves this database has its files`,
    );
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('accept each other’s sessions', async () => {
    const elsewhere = await personOf(processes.siteOf(2), person.email);
    const { data, error } = await elsewhere.client.from('profiles').select('id');
    expect([data, error]).toEqual([[{ id: person.id }], null]);
  });

  it('hand a run over when one of them stops', async () => {
    const run = await accepted(processes.siteOf(0), person, await addTask(person, 'Handed over'));
    await untilRun(person, run.id, ({ partial_text }) => partial_text !== '');
    await processes.restart(0, { ROLE: 'all' });
    expect(await processes.all[1]?.stop(), processes.all[1]?.output()).toBe(0);
    expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded', attempt: 2 });
    expect(await entriesOf(person, run.id)).toEqual(['debit']);
    await expectSoundAccount(person);
  });
});
