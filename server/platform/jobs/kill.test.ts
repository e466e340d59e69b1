import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { howMany } from '#tests/long-run.ts';
import { NO_OPTIMISATION } from '#tests/no-optimisation.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../tests/programs/run-jobs.ts');
/** While the jobs hang: on a server, each is noticed after six seconds. */
const KILLS = howMany(1, 2);
const children: ChildProcess[] = [];
let place: DatabasePlace | undefined;

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await place?.remove();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function run(...args: string[]): { child: ChildProcess; lines: string[] } {
  const child = spawn(process.execPath, [NO_OPTIMISATION, PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines };
}

const jobs = ['started {"n":0}', 'started {"n":1}', 'started {"n":2}'];

async function untilReady({ lines }: { lines: string[] }): Promise<void> {
  await vi.waitFor(() => expect(lines).toContain('ready'), { timeout: 120_000, interval: 50 });
}

it('resumes the jobs of a killed process, however often it is killed', async () => {
  place = await databasePlace();
  const first = run(place.place, 'hang', '3');
  await untilReady(first);
  await vi.waitFor(() => expect(first.lines).toEqual(expect.arrayContaining(jobs)));
  await kill(first.child);

  for (let life = 1; life < KILLS; life += 1) {
    const next = run(place.place, 'hang');
    await untilReady(next);
    await vi.waitFor(() => expect(next.lines).toEqual(expect.arrayContaining(jobs)));
    await kill(next.child);
  }

  const able = run(place.place, 'finish');
  await untilReady(able);
  await vi.waitFor(() => expect(able.lines.toSorted()).toEqual(['ready', ...jobs]));
  await sleep(500); // so that the completion is recorded
  await kill(able.child);

  const last = run(place.place, 'finish');
  await untilReady(last);
  await sleep(1_500);
  expect(last.lines).toEqual(['ready']);
});
