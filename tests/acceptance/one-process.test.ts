import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, untilEnded, untilRun } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, addTasks, numbered, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;
let person: Person;

beforeAll(async () => {
  program = await openProgram({ model: 'sim/slow-30000' });
  person = await signUp(program);
});
afterAll(() => program.close());

/** Starts the program again on the same data, and waits for it to give up. */
async function startSecond(): Promise<{ code: unknown; output: string; seconds: number }> {
  const { dataDir, env } = program.place;
  const started = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output, seconds: (performance.now() - started) / 1000 };
}

it('a second process on the same data refuses in clear words, and the first works on', async () => {
  const taskId = await addTask(person, 'Written before');
  const { code, output, seconds } = await startSecond();
  expect(code, output).toBe(1);
  expect(output).toMatch(/another process|already (in use|running|open)/i);
  expect(output).not.toMatch(/\n\s+at /);
  expect(seconds).toBeLessThan(5);

  await addTasks(person, numbered(3, 'Written after'));
  const { data } = await person.client.from('tasks').select('id');
  expect(data).toHaveLength(4);
  expect(data).toContainEqual({ id: taskId });
});

it('asked to stop with a live connection and a run at work, it ends well within ten seconds and loses neither', async () => {
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

  const asked = performance.now();
  expect(await program.server.stop(), program.server.output()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);

  await program.start({ AI_MODEL_FAST: 'sim/fast' });
  expect(await untilEnded(person, run.id, 30_000)).toMatchObject({ status: 'succeeded' });
  expect(await entriesOf(person, run.id)).toEqual(['debit']);
  expect(await creditsLeft(person)).toBe(14);
  expect(program.calls()).toBe(2);
  await expectSoundAccount(person);

  // The official client comes back by itself: what happens from then on is heard again.
  await expect
    .poll(async () => addTask(person, 'After the stop').then(() => heard), { timeout: 20_000, interval: 500 })
    .toContain('After the stop');
  await person.client.removeAllChannels();
});
