/**
 * What a child process holds at most while it reads a CSV file of 10 MB, profiled and asked: the peak of its resident
 * memory (VmHWM), told by Linux alone. `node benchmarks/csv-memory.ts`
 */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from '#server/product/files/child-arguments.ts';
import type { FileJob } from '#server/product/files/file-job.ts';
import { LARGE } from '#tests/bombs/large-csv.ts';
import { report } from './measure/figures.ts';

/** MB. */
async function peakOf(job: FileJob): Promise<{ peak: number; seconds: number; says: string }> {
  const child = fork(CHILD_PROGRAM, {
    execArgv: [...CHILD_ARGUMENTS],
    cwd: ROOT,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const startedAt = performance.now();
  let peak = 0;
  let says = 'nothing';
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${child.pid}/status`, 'latin1').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  };
  const timer = setInterval(() => void look(), 5);
  child.on('message', (message: object) => (says = Object.keys(message).join()));
  child.send(job);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  return { peak, seconds: (performance.now() - startedAt) / 1000, says };
}

for (const { what, make } of LARGE) {
  const sources = [{ kind: 'csv', name: 'a.csv', bytes: make().bytes }] as const;
  const profiled = await peakOf({ act: 'profile_tables', sources });
  const asked = await peakOf({ act: 'query_tables', sources, queries: ['select count(*) from a'] });
  for (const [how, { peak, seconds, says }] of [
    ['profiled', profiled],
    ['asked', asked],
  ] as const)
    report(`a CSV file of 10 MB ${what}, ${how}`, { MB: peak, seconds, says });
}
