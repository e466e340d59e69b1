import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { watchMemory } from '#server/lib/watch-memory.ts';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from './child-arguments.ts';
import type { FileJob } from './file-job.ts';

export class FileWorkError extends Error {
  override readonly name = 'FileWorkError';
}

/** Somebody else has ended the child: the system that ran short of memory, an operator. Its file may be a good one. */
export class ChildKilledError extends FileWorkError {}

/** What ends a process from outside. Its own mistakes end it otherwise, by an exit code or SIGSEGV and SIGABRT. */
const OUTSIDE: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

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
  /** Milliseconds of computing after which the system ends it, whoever else is there to do so. */
  readonly computing: number;
  /** What is told before the answer. What it throws ends the work. */
  readonly onPart?: (part: unknown) => void;
}

/**
 * Has a job done by a process of its own. Rejects with FileWorkError where that did not come to an end, and with the
 * ChildKilledError among them where it could have.
 */
export function inChild(job: FileJob, supervision: Supervision): Promise<unknown> {
  const { stop, given, memory, onPart } = supervision;
  const child = startChild(supervision);
  let isOverfull = false;
  const stopWatching =
    child.pid === undefined
      ? null
      : watchMemory(child.pid, memory, () => {
          isOverfull = true;
          child.kill('SIGKILL');
        });
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
    child.once('exit', () => stopWatching?.());
    // Not at its exit: a busy parent learns of that before it has read what the child said last.
    child.once('close', (code, signal) => {
      const wasKilled = OUTSIDE.includes(signal) && !isOverfull && !stop.aborted;
      reject(new (wasKilled ? ChildKilledError : FileWorkError)(`the child ended early (${code ?? signal})`));
    });
    child.send(
      job,
      (error) => error && reject(new ChildKilledError('the child could not be asked', { cause: error })),
    );
  });
}

/**
 * A child that hears nothing within a native query does not hear either that its parent has been killed. So the system
 * is told beforehand how long it may compute; `exec` leaves its number and its channel as they are.
 */
const WITHIN_LIMIT = 'ulimit -S -t "$1" 2>/dev/null; shift; exec "$@"';

function startChild({ stop, computing }: Supervision): ChildProcess {
  const seconds = String(Math.ceil(computing / 1000));
  const ofNode =
    process.platform === 'win32'
      ? { execArgv: [...CHILD_ARGUMENTS] }
      : {
          execPath: '/bin/sh',
          execArgv: ['-c', WITHIN_LIMIT, 'sh', seconds, process.execPath, ...CHILD_ARGUMENTS],
        };
  return fork(CHILD_PROGRAM, {
    ...ofNode,
    cwd: ROOT,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A native decoder that runs wild hears nothing else.
    killSignal: 'SIGKILL',
    signal: stop,
  });
}
