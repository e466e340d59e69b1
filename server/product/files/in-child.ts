import { fork } from 'node:child_process';
import { z } from 'zod';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from './child-arguments.ts';
import type { FileJob } from './file-job.ts';
import { watchMemory } from './watch-memory.ts';

export class FileWorkError extends Error {
  override readonly name = 'FileWorkError';
}

const reply = z.union([
  z.object({ part: z.unknown() }),
  z.object({ value: z.unknown() }),
  z.object({ error: z.string() }),
]);

export interface Supervision {
  /** Aborted where the child is to be killed. */
  readonly stop: AbortSignal;
  /** The one of them that is not a limit: its reason is what the work is rejected with. */
  readonly given: AbortSignal | undefined;
  /** Bytes that the child may hold. */
  readonly memory: number;
  /** What is told before the answer. What it throws ends the work. */
  readonly onPart?: (part: unknown) => void;
}

/** Has a job done by a process of its own. Rejects with FileWorkError where that did not come to an end. */
export function inChild(job: FileJob, { stop, given, memory, onPart }: Supervision): Promise<unknown> {
  const child = fork(CHILD_PROGRAM, {
    cwd: ROOT,
    env: {},
    execArgv: [...CHILD_ARGUMENTS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A native decoder that runs wild hears nothing else.
    killSignal: 'SIGKILL',
    signal: stop,
  });
  const stopWatching =
    child.pid === undefined ? null : watchMemory(child.pid, memory, () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const said = reply.safeParse(message).data;
      if (said && 'part' in said) {
        try {
          onPart?.(said.part);
        } catch (error) {
          child.kill('SIGKILL');
          reject(error);
        }
      } else if (said && 'value' in said) resolve(said.value);
      else reject(new FileWorkError(said && 'error' in said ? said.error : 'the child answered nonsense'));
    });
    child.once('error', () => {
      if (given?.aborted) reject(given.reason);
      else reject(new FileWorkError('the work on a file was stopped at its limit'));
    });
    child.once('exit', (code, signal) => {
      stopWatching?.();
      reject(new FileWorkError(`the child ended early (${code ?? signal})`));
    });
    child.send(
      job,
      (error) => error && reject(new FileWorkError('the child could not be asked', { cause: error })),
    );
  });
}
