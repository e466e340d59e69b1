import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isLong } from '#tests/long-run.ts';
import { freshDataDir, removeDataDir } from '#tests/worlds/server-process.ts';
import { accepted, untilEnded, untilRun } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, addTasks, numbered, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { startInVain } from './start-in-vain.ts';

let program: Program;
let person: Person;

beforeAll(async () => {
  program = await openProgram({ model: 'sim/slow-30000' });
  person = await signUp(program);
});
afterAll(() => program.close());

it('a second process on the same data refuses in clear words, and the first works on', async () => {
  const taskId = await addTask(person, 'Written before');
  // On a server several may work together, but only with the same files.
  const elsewhere = inject('postgresUrl') === null ? null : await freshDataDir();
  const { code, output } = await startInVain({
    ...program.place.env,
    DATA_DIR: elsewhere ?? program.place.dataDir,
  });
  if (elsewhere !== null) await removeDataDir(elsewhere);
  expect(code, output).toBe(1);
  expect(output).toMatch(/another process|already (in use|running|open|serves)/i);
  expect(output).not.toMatch(/\n\s+at /);

  await addTasks(person, numbered(3, 'Written after'));
  const { data } = await person.client.from('tasks').select('id');
  expect(data).toHaveLength(4);
  expect(data).toContainEqual({ id: taskId });
});

/** On a server, `many-processes` stops one at work; the long run does this there, too. */
it.runIf(inject('postgresUrl') === null || isLong)(
  'asked to stop with a live connection and a run at work, it ends within ten seconds and loses neither',
  {
    timeout: 60_000,
  },
  async () => {
    const heard: unknown[] = [];
    const changes = { event: 'INSERT', schema: 'public', table: 'tasks' } as const;
    const channel = person.client
      .channel('list')
      .on('postgres_changes', changes, ({ new: row }) => heard.push(row['title']));
    await new Promise<void>(
      (resolve) => void channel.subscribe((state) => state === 'SUBSCRIBED' && resolve()),
    );
    const run = await accepted(program, person, await addTask(person, 'At work'));
    await untilRun(person, run.id, ({ partial_text }) => partial_text !== '');

    expect(await program.server.stop(), program.server.output()).toBe(0);

    await program.start({ AI_MODEL_FAST: 'sim/fast' });
    expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded' });
    expect(await entriesOf(person, run.id)).toEqual(['debit']);
    expect(await creditsLeft(person)).toBe(14);
    expect(program.calls()).toBe(2);
    await expectSoundAccount(person);

    // The official client comes back by itself: what happens from then on is heard again.
    await expect
      .poll(async () => addTask(person, 'After the stop').then(() => heard), {
        timeout: 60_000,
        interval: 500,
      })
      .toContain('After the stop');
    await person.client.removeAllChannels();
  },
);
