import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { isLong } from '#tests/long-run.ts';
import { type OperatorPlace, operate, runOperator } from '#tests/worlds/operator.ts';
import { creditsLeft } from './ledger.ts';
import { addTask, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { emptyTwin } from './twin.ts';

/** A database on a server doesn't rest with the program: there, the long run saves it in both states. */
const STATES = inject('postgresUrl') === null || isLong ? ['running', 'resting'] : ['running'];

let program: Program;
let place: OperatorPlace;

beforeAll(async () => {
  program = await openProgram();
  const port = new URL(program.url).port;
  place = { dataDir: program.place.dataDir, env: { ...program.place.env, PORT: port } };
});
// A test that has failed while the program rested must not fail the next one, or its own second try.
beforeEach(async () => {
  const isUp = await fetch(`${program.url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) await program.start();
});
afterAll(() => program?.close());

const codes = z.tuple([z.object({ code: z.string() })]);

it('an operator makes codes, grants credits and signs somebody out while the program runs', async () => {
  const person = await signUp(program);
  const [{ code }] = codes.parse(await operate(place, 'create-codes', '--credits', '25'));
  const redeemed = await person.client.functions.invoke('redeem', { body: { code } });
  expect(redeemed.data).toEqual({ granted: 25 });
  await operate(place, 'grant-credits', person.email, '5');
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS + 25 + 5);

  expect(await operate(place, 'end-sessions', person.email)).toEqual({ ended: 1 });
  const { error } = await person.client.from('tasks').select('id');
  expect(error?.message).toMatch(/session/);
  await personOf(program, person.email);
  expect(await operate(place, 'reconcile')).toMatchObject({ sound: true });
});

it('an account that is deleted is gone at once, with its tokens', async () => {
  const other = await signUp(program);
  await addTask(other);
  expect(await runOperator(place, ['delete-user', other.email])).toMatchObject({ code: 2 });
  await operate(place, 'delete-user', other.email, '--yes');
  const { error } = await other.client.from('tasks').select('id');
  expect(error).not.toBeNull();
  await expect(personOf(program, other.email)).rejects.toThrow(/credentials/);
});

it('says what is wrong in words, with a code for scripts', async () => {
  const answers = await Promise.all([
    runOperator(place, ['grant-credits', 'nobody@example.org', '5']),
    runOperator(place, ['help']),
    runOperator({ ...place, dataDir: '/no/such/folder', env: { ...place.env, DATABASE_URL: '' } }, [
      'totals',
    ]),
  ]);
  expect(answers).toEqual([
    { code: 1, out: '', err: 'No account found for nobody@example.org.\n' },
    { code: 0, out: expect.stringContaining('create-codes --credits'), err: '' },
    { code: 1, out: '', err: expect.stringMatching(/^There is no installation in \/no\/such\/folder/) },
  ]);
});

it('works the same while the program rests', async () => {
  const person = await signUp(program);
  await program.server.stop();
  await operate(place, 'grant-credits', person.email, '3');
  await program.start();
  expect(await creditsLeft(person)).toBe(WELCOME_CREDITS + 3);
});

it('what is saved is the same installation elsewhere, whether the program runs or rests', async () => {
  const home = mkdtempSync(join(tmpdir(), 'errand-saved-'));
  try {
    const totals = await operate(place, 'totals');
    for (const state of STATES) {
      if (state === 'resting') await program.server.stop();
      await operate(place, 'backup', join(home, state));
    }
    for (const state of STATES) {
      const twin = await emptyTwin(place, join(home, `data-${state}`));
      try {
        await operate(twin.place, 'restore', join(home, state), '--erased', 'none');
        expect(await operate(twin.place, 'totals')).toEqual(totals);
        expect(await operate(twin.place, 'reconcile')).toMatchObject({ sound: true });
        expect(await operate(twin.place, 'migrate')).toEqual({ applied: 0 });
        const again = await runOperator(twin.place, ['restore', join(home, state), '--erased', 'none']);
        expect(again).toMatchObject({ code: 1, err: expect.stringContaining("isn't empty") });
      } finally {
        await twin.remove();
      }
    }
  } finally {
    rmSync(home, { recursive: true });
  }
});
