import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { hasSmallDisks, onSmallDisk } from '#tests/engines/disks/small-disk.ts';
import { isLong } from '#tests/long-run.ts';
import {
  beginOperator,
  type Operation,
  type OperatorPlace,
  operate,
  runOperator,
} from '#tests/worlds/operator.ts';
import { addTasks, numbered, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { startInVain } from './start-in-vain.ts';
import { emptyTwin, type Twin } from './twin.ts';

/** In the long run: the parts are tried by those beside them. */
const test = it.runIf(isLong);
const isServer = inject('postgresUrl') !== null;
const FILES = 12;
const TASKS = 1_000;
/** Per request. */
const BATCH = 100;

let program: Program;
let place: OperatorPlace;
let person: Person;
let home: string;
beforeAll(async () => {
  if (!isLong) return;
  home = mkdtempSync(join(tmpdir(), 'errand-killed-'));
  program = await openProgram();
  place = {
    dataDir: program.place.dataDir,
    env: { ...program.place.env, PORT: new URL(program.url).port },
  };
  person = await signUp(program);
  for (let at = 0; at < TASKS; at += BATCH) await addTasks(person, numbered(BATCH, `Batch ${at}, task`));
  const files = person.client.storage.from('task-attachments');
  for (const name of numbered(FILES, 'f')) {
    const path = `${person.id}/${name.replace(' ', '').padEnd(24, 'x')}.txt`;
    const blob = new Blob(['a'.repeat(4_000_000)], { type: 'text/plain' });
    expect((await files.upload(path, blob)).error).toBeNull();
  }
});
afterAll(async () => {
  if (!isLong) return;
  await program.close();
  rmSync(home, { recursive: true });
});

/** Files below a folder that begins like this, in which a command is at work. */
function filesIn(folder: string, beginning: string): number {
  if (!existsSync(folder)) return 0;
  const own = readdirSync(folder).filter((name) => name.startsWith(beginning));
  return own.flatMap((name) => readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })).length;
}

/** Kills it as soon as `isDue`, which must be before it has ended. */
async function killWhen(operation: Operation, isDue: () => boolean): Promise<void> {
  await vi.waitUntil(isDue, { timeout: 60_000, interval: 2 });
  operation.kill();
  expect((await operation.answer).code).toBeNull();
}

async function withTwin(name: string, work: (twin: Twin) => Promise<void>): Promise<void> {
  const twin = await emptyTwin(place, join(home, name));
  try {
    await work(twin);
  } finally {
    await twin.remove();
  }
}

const EVERYTHING = { people: 1, tasks: TASKS, files: FILES };

async function expectWhole(backup: string): Promise<void> {
  await withTwin(`of-${Math.random()}`, async ({ place: twin }) => {
    await operate(twin, 'restore', backup, '--erased', 'none');
    expect(await operate(twin, 'totals')).toMatchObject(EVERYTHING);
    expect(await operate(twin, 'reconcile')).toMatchObject({ sound: true });
  });
}

test('a backup that is killed is none, hinders no other, and holds nobody up', async () => {
  const saved = join(home, 'monday');
  for (const many of [1, 8]) {
    await killWhen(beginOperator(place, ['backup', saved]), () => filesIn(home, 'monday.new-') > many);
  }
  expect(existsSync(saved)).toBe(false);
  const halves = readdirSync(home).filter((name) => name.startsWith('monday.new-'));
  expect(halves).toHaveLength(2);
  for (const half of halves) {
    await withTwin('in-vain', async ({ place: twin }) => {
      const refused = await runOperator(twin, ['restore', join(home, half), '--erased', 'none']);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('No backup found in') });
    });
  }
  const { error } = await person.client.from('tasks').insert({ title: 'Meanwhile', user_id: person.id });
  expect(error).toBeNull();
  await person.client.from('tasks').delete().eq('title', 'Meanwhile');
  await operate(place, 'backup', saved);
  await expectWhole(saved);
});

test('of two backups into one place, at least one is refused, and what is there is whole', async () => {
  const saved = join(home, 'tuesday');
  const both = await Promise.all([1, 2].map(() => runOperator(place, ['backup', saved])));
  const refused = both.filter(({ code }) => code !== 0);
  expect(refused.length).toBeGreaterThan(0);
  for (const { err } of refused) expect(err).toMatch(/No backup was made|already exists/);
  if (refused.length === 2) await operate(place, 'backup', saved);
  expect(readdirSync(home).filter((name) => name.startsWith('tuesday'))).toEqual(['tuesday']);
  await expectWhole(saved);
});

it.runIf(isLong && hasSmallDisks())(
  'a backup onto a disk that is too small is none, and says so',
  async () => {
    const disk = mkdtempSync(join(home, 'small-'));
    const mount = onSmallDisk('20m').map((word) => word.replace('$DATA_DIR', disk));
    const { answer } = beginOperator(place, ['backup', join(disk, 'wednesday')], mount);
    const { code, err } = await answer;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/There is no room for it in .* No backup was made\./),
    ]);
  },
);

test('a restore that is killed is no installation, and can be repeated', async () => {
  const saved = join(home, 'thursday');
  await operate(place, 'backup', saved);
  await withTwin('twin', async ({ place: twin }) => {
    const restore = ['restore', saved, '--erased', 'none'];
    const moments: (() => boolean)[] = [
      () => filesIn(twin.dataDir, '.restored-') > 3,
      () => filesIn(twin.dataDir, '.restored-') > 20,
      // The rows are loaded when the files are in place.
      ...(isServer ? [() => existsSync(join(twin.dataDir, 'restored'))] : []),
    ];
    for (const isDue of moments) {
      await killWhen(beginOperator(twin, restore), isDue);
      const start = await startInVain({ ...twin.env, DATA_DIR: twin.dataDir, PORT: '0' });
      expect(start).toMatchObject({ code: 1, output: expect.stringMatching(/a restore into .* broke off/) });
    }
    await operate(twin, ...restore);
    expect(await operate(twin, 'totals')).toMatchObject(EVERYTHING);
    expect(await operate(twin, 'reconcile')).toMatchObject({ sound: true });
    expect(readdirSync(twin.dataDir).filter((name) => name.startsWith('.restored'))).toEqual([]);
    expect(await runOperator(twin, restore)).toMatchObject({
      code: 1,
      err: expect.stringContaining("isn't empty"),
    });
  });
});
