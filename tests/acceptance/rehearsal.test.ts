import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { isLong } from '#tests/long-run.ts';
import { type OperatorAnswer, type OperatorPlace, operate, runOperator } from '#tests/worlds/operator.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { addTask, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { emptyTwin } from './twin.ts';

const isServer = inject('postgresUrl') !== null;
/** About files and words, which are the same beside either database: once, except in the long run. */
const onceIt = it.runIf(!isServer || isLong);

let program: Program;
let place: OperatorPlace;
let home: string;
/** Where a rehearsal works. */
let room: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-rehearsed-'));
  room = join(home, 'room');
  mkdirSync(room);
  program = await openProgram();
  place = {
    dataDir: program.place.dataDir,
    env: { ...program.place.env, PORT: new URL(program.url).port },
  };
  const person = await signUp(program);
  await addTask(person);
  for (const name of ['aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb']) {
    const blob = new Blob([name], { type: 'text/plain' });
    const { error } = await person.client.storage
      .from('task-attachments')
      .upload(`${person.id}/${name}.txt`, blob);
    expect(error).toBeNull();
  }
});
afterAll(async () => {
  await program.close();
  rmSync(home, { recursive: true });
});

const manifest = z.object({ files: z.tuple([z.object({ path: z.string() })], z.unknown()) });

/** In an empty database, where the backup is of one on a server. */
async function rehearse(backup: string): Promise<OperatorAnswer> {
  const twin = await emptyTwin(place, join(home, 'unused'));
  const where = isServer ? ['--database', twin.database] : [];
  try {
    return await runOperator(place, ['rehearse', backup, '--in', room, ...where, '--json']);
  } finally {
    await twin.remove();
  }
}

const saved = async (name: string): Promise<string> => {
  await operate(place, 'backup', join(home, name));
  return join(home, name);
};

/** What an operator can do by hand, for good or ill. */
async function runSql(sql: string): Promise<void> {
  writeFileSync(join(home, 'act.sql'), sql);
  await operate(place, 'sql', '--file', join(home, 'act.sql'));
}

it('finds a backup sound, counts what it holds, and leaves nothing behind', async () => {
  const { code, out, err } = await rehearse(await saved('sound'));
  expect([code, err]).toEqual([0, '']);
  const counts = { people: 1, tasks: 1, files: 2 };
  expect(JSON.parse(out)).toMatchObject({ sound: true, ...counts });
  expect(JSON.parse(out).ledger).toMatch(/^all \d+ rules hold$/);
  expect(readdirSync(room)).toEqual([]);
  expect(await operate(place, 'totals')).toMatchObject(counts);
});

onceIt(
  'makes a backup straight into a bucket, beside the running server, and finds it sound there',
  async () => {
    // s3rver can't list a thousand objects.
    const bucket = await startS3Simulator();
    try {
      const address = storageUrlOf(bucket, 'backups/monday');
      const made = await operate(place, 'backup', '--to', address);
      expect(made).toMatchObject({ backup: expect.stringMatching(/^s3:[^@]+\/backups\/monday$/) });
      const { code, out, err } = await rehearse(address);
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toMatchObject({ sound: true, people: 1, tasks: 1, files: 2 });
      expect(readdirSync(room)).toEqual([]);

      const again = await runOperator(place, ['backup', '--to', address]);
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already has a backup') });
    } finally {
      await bucket.close();
    }
  },
);

onceIt('refuses a backup that was changed, in the words of a restore', async () => {
  const backup = await saved('changed');
  const { files } = manifest.parse(JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')));
  appendFileSync(join(backup, 'data', files[0].path), ' ');
  const answer = await rehearse(backup);
  expect(answer).toMatchObject({ code: 1, out: '', err: expect.stringContaining('changed or damaged') });
  expect(readdirSync(room)).toEqual([]);
});

it.runIf(isServer)('asks for an empty database where the backup is of one on a server', async () => {
  const backup = await saved('of-a-server');
  const answer = await runOperator(place, ['rehearse', backup, '--in', room]);
  expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('--database') });
});

onceIt('tells a file that is missing and a ledger that is wrong', async () => {
  await program.server.stop();
  const objects = join(place.dataDir, 'objects/files');
  const [one] = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  rmSync(join(one?.parentPath ?? '', one?.name ?? ''));
  await runSql('update private.credit_balances set spent = spent + 1');
  const { code, out } = await rehearse(await saved('wrong'));
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ sound: false, missing: 1, ledger: [{ rows: 1 }] });
  expect(readdirSync(room)).toEqual([]);
});
