import { ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { childrenOf, isRunning } from '#tests/fixtures/children-of.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { toRunFailure } from '../delegation/run-failure.ts';
import { createFileWork } from './file-work.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createFileWork({ limit: 50_000, queryLimit: 50_000 });
/** Takes longer to read than the child takes to be found. */
const LONG_BOOK = Array.from(
  { length: 900 },
  (_page, at) => `Page ${at}: the monthly rent is 1240 euros, without heating.`,
);

const rows = Array.from({ length: 300 }, (_row, at) => `r${at},${at}`).join('\n');
const source = { kind: 'csv', name: 'data.csv', bytes: Buffer.from(`name,n\n${rows}\n`) } as const;
/** Takes longer than finding the child. */
const LONG = 'select count(*) from data a, data b, data c where a.n + b.n + c.n > 10';
const ENDLESS = 'select count(*) from data a, data b, data c, data d, data e';

let killing: ReturnType<typeof setInterval> | undefined;
const started: ChildProcess[] = [];
afterEach(async () => {
  clearInterval(killing);
  for (const each of started.splice(0)) each.kill('SIGKILL');
  // A child that has answered is still ending: the next test would take it for its own.
  await vi.waitFor(async () => expect(await childrenOf(process.pid)).toEqual([]), 30_000);
});

/** Kills the next children of this process. Returns the pids of those killed. */
function killNext(most: number): number[] {
  const killed: number[] = [];
  const look = async (): Promise<void> => {
    for (const pid of await childrenOf(process.pid)) {
      if (killed.length >= most || killed.includes(pid)) continue;
      killed.push(pid);
      process.kill(pid, 'SIGKILL');
    }
  };
  killing = setInterval(() => void look(), 100);
  return killed;
}

async function childOf(parent: number): Promise<number> {
  return vi.waitFor(
    async () => {
      const [pid] = await childrenOf(parent);
      if (pid === undefined) throw new Error('no child yet');
      return pid;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Stops the next child of this process before it does anything. Resolves with its number. */
function stopNext(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const look = (message: unknown): void => {
    unsubscribe('child_process', look);
    const { process: child } = z.object({ process: z.instanceof(ChildProcess) }).parse(message);
    child.once('spawn', () => {
      child.kill('SIGSTOP');
      resolve(child.pid ?? Number.NaN);
    });
  };
  subscribe('child_process', look);
  return promise;
}

const untilGone = (pid: number): Promise<void> =>
  vi.waitFor(async () => expect(await isRunning(pid)).toBe(false), { timeout: 150_000, interval: 100 });

// Only Linux tells the children of a process.
describe.skipIf(process.platform !== 'linux')('a child that is killed from outside', () => {
  it('is replaced by another, which reads the file', async () => {
    const killed = killNext(1);
    expect((await work.readPdf(makePdf(LONG_BOOK))).pages).toEqual(LONG_BOOK);
    expect(killed).toHaveLength(1);
  });

  it('is replaced in the middle of queries, all of which are answered', async () => {
    const asking = work.queryTables([source], ['select 1', LONG, 'select 3']);
    const first = await childOf(process.pid);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    if (await isRunning(first)) process.kill(first, 'SIGKILL');
    const outcomes = await asking;
    expect(outcomes).toMatchObject([{ rows: [[1]] }, { ok: true }, { rows: [[3]] }]);
  });

  it('fails the run as interrupted if it happens again', async () => {
    const killed = killNext(2);
    const failure = await work.readPdf(makePdf(LONG_BOOK)).catch((error: unknown) => error);
    expect(toRunFailure(failure)).toMatchObject({ code: 'interrupted', retryable: false });
    clearInterval(killing);
    const more = killNext(2);
    const asked = await work.queryTables([source], [ENDLESS]).catch((error: unknown) => error);
    expect(toRunFailure(asked)).toMatchObject({ code: 'interrupted', retryable: false });
    expect([killed.length, more.length]).toEqual([2, 2]);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a child that got no time to compute says nothing of its file',
  async () => {
    const held = createFileWork({ limit: 1_000 });
    const bytes = makePdf(LONG_BOOK);
    const works = [
      () => held.inspect({ owner: 'anna', read: async () => bytes }),
      () => held.readPdf(bytes),
    ] as const;
    for (const start of works) {
      const stopped = stopNext();
      const ended = start().catch((error: unknown) => error);
      await stopped;
      expect(toRunFailure(await ended)).toMatchObject({ code: 'busy', retryable: true });
    }
  },
);

it.skipIf(process.platform !== 'linux')('a child gives way to requests', async () => {
  const stop = new AbortController();
  const asking = expect(work.queryTables([source], [ENDLESS], stop.signal)).rejects.toThrow('stopped');
  const child = await childOf(process.pid);
  const low = constants.priority.PRIORITY_BELOW_NORMAL;
  await vi.waitFor(() => expect(getPriority(child)).toBe(low), { interval: 50 });
  stop.abort(new Error('stopped'));
  await asking;
});

it.skipIf(process.platform !== 'linux')(
  'a child that has to wait for the processor is waited for',
  async () => {
    const limit = 3_000;
    const hurried = createFileWork({ limit });
    const stopped = stopNext();
    const reading = hurried.readPdf(makePdf(['Page 1']));
    const child = await stopped;
    await new Promise((resolve) => setTimeout(resolve, limit + 500));
    process.kill(child, 'SIGCONT');
    expect((await reading).pages).toEqual(['Page 1']);
  },
);

describe.skipIf(process.platform !== 'linux')('no child remains', () => {
  it('when the run is stopped', async () => {
    const stop = new AbortController();
    const asking = expect(work.queryTables([source], [ENDLESS], stop.signal)).rejects.toThrow('stopped');
    const child = await childOf(process.pid);
    stop.abort(new Error('stopped'));
    await asking;
    await untilGone(child);
  });

  it('when its parent is killed, although it notices nothing within its query', async () => {
    const program = path.join(import.meta.dirname, '../../../tests/programs/ask-endlessly.ts');
    const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(parent);
    const [said] = await once(parent.stdout, 'data');
    expect(String(said)).toBe('loaded\n');
    const child = await childOf(parent.pid ?? 0);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await untilGone(child);
    // CPU time: three seconds take much longer on a busy machine.
  });
});
