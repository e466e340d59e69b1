import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTasks, makeUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { NO_OPTIMISATION } from '#tests/no-optimisation.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { createProductWorld } from '#tests/worlds/product-world.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../tests/programs/run-product.ts');
const RUNS = 30;
/** Close enough that runs are live at several deaths, and wait for 5 s and more after the second. */
const KILLS = 4;
const LIFE = 2_000;

let simulator: AiSimulator;
let place: DatabasePlace;
const children: ChildProcess[] = [];

beforeAll(async () => {
  simulator = await startAiSimulator();
  place = await databasePlace();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
});
afterAll(async () => {
  await simulator.close();
  await place.remove();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function startProgram(model: string): Promise<ChildProcessByStdio<null, Readable, null>> {
  const args = [NO_OPTIMISATION, PROGRAM, place.place, simulator.url, simulator.apiKey, model];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** An embedded database belongs to one process at a time, so the test only reads while no other runs. */
async function whileNothingRuns<T>(look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place.place);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

const answered = (): number => simulator.journal.entries.filter((entry) => entry.end === 'answered').length;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function countOpen(database: Database): Promise<number> {
  const rows = await database.query("select 1 from public.ai_runs where status in ('queued', 'running')");
  return rows.length;
}

it('loses no run, charges none twice and stores one answer each, however often the process is killed', async () => {
  const user = await whileNothingRuns(async (database) => {
    const owner = await makeUser(database, { credits: RUNS });
    const world = createProductWorld(database);
    for (const task of await makeTasks(database, owner, RUNS)) await world.delegate(owner, task);
    return owner;
  });

  for (let life = 0; life < KILLS; life += 1) {
    const child = await startProgram('sim/slow-1500');
    // In the middle: some runs are live, some have just ended.
    await pause(LIFE);
    await kill(child);
  }

  const open = await whileNothingRuns(async (database) => {
    await assertInvariants(database);
    return countOpen(database);
  });
  expect(open).toBeGreaterThan(0);
  const done = answered();
  const last = await startProgram('sim/fast');
  // After four deaths with live runs, the server waits for 20 s.
  await once(last.stdout, 'data');
  await kill(last);
  // An answer that was recorded before a death isn't asked for again.
  expect(answered() - done).toBeLessThanOrEqual(open);

  await whileNothingRuns(async (database) => {
    await assertInvariants(database);
    const states = await database.query(
      `select status, count(*) as runs from public.ai_runs where user_id = $1 group by status order by status`,
      [user.id],
    );
    expect(states.map(({ status, runs }) => [status, Number(runs)])).toEqual([['succeeded', RUNS]]);
    expect(await creditsUsed(database, user)).toBe(RUNS);
  });
});
