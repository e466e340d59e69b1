import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileJob } from '#server/product/files/file-job.ts';
import type { Version } from './versions.ts';

/** What a child process took for a job, and whether it answered with a value or an error. */
export interface Taken {
  /** Processor time in milliseconds, with the start of the child. */
  readonly computing: number;
  /** Peak of resident memory (VmHWM) in MB. */
  readonly peak: number;
  readonly seconds: number;
  readonly says: string;
}

const startOf = z.object({ CHILD_ARGUMENTS: z.array(z.string()) });

/** Runs a job in a child as the built server does, without limits, and watches it from outside. Linux only. */
export async function watchChild({ root }: Version, job: FileJob): Promise<Taken> {
  const start = startOf.parse(await import(join(root, 'server/product/files/child-arguments.ts')));
  const child = fork(join(root, 'server/build/files.js'), {
    execArgv: start.CHILD_ARGUMENTS,
    cwd: root,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const startedAt = performance.now();
  let [computing, peak] = [0, 0];
  let says = 'nothing';
  const look = async (): Promise<void> => {
    const file = (name: string): Promise<string> =>
      readFile(`/proc/${child.pid}/${name}`, 'latin1').catch(() => '');
    const [status, stat] = await Promise.all([file('status'), file('stat')]);
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    // A clock that ticks a hundred times a second.
    const [user = 0, system = 0] = stat.split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
    computing = Math.max(computing, (user + system) * 10);
  };
  const timer = setInterval(() => void look(), 5);
  child.on('message', (message: object) => (says = Object.keys(message).join()));
  child.send(job);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  return { computing, peak, seconds: (performance.now() - startedAt) / 1000, says };
}
