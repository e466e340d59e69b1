import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { watchMemory } from '#server/lib/watch-memory.ts';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from './child-arguments.ts';
import type { FileJob } from './file-job.ts';

export class FileWorkError extends Error {
  override readonly name = 'FileWorkError';
}

/** The child was killed from outside, by the OOM killer or an operator. Its file may be fine. */
export class ChildKilledError extends FileWorkError {}

/** The machine was too busy for the child to compute, until its time was over. Its file may be fine. */
export class ChildStarvedError extends FileWorkError {}

/** Part of its time that a child must have computed to be judged by it. Most need half a second in all. */
const COMPUTED = 1 / 20;
/** Milliseconds within which the clock of a process is too coarse for that. */
const TOO_SHORT = 1_000;

/** Signals that end a process from outside. Its own crashes exit with a code, SIGSEGV or SIGABRT. */
const OUTSIDE: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/** How many times its processor time a child may take: it gives way to requests, and a busy machine has little left. */
export const PATIENCE = 4;

const reply = z.union([
  z.object({ part: z.unknown() }),
  z.object({ value: z.unknown() }),
  z.object({ error: z.string() }),
]);

export interface Supervision {
  /** Aborting kills the child. */
  readonly stop: AbortSignal;
  /** The caller's own signal, without limits: its reason rejects the promise. */
  readonly given: AbortSignal | undefined;
  /** Memory limit of the child, in bytes. */
  readonly memory: number;
  /** CPU time in milliseconds after which the OS ends it, even if the parent is gone. */
  readonly computing: number;
  /** Receives partial results. An exception ends the job. */
  readonly onPart?: (part: unknown) => void;
}

export type Perform = (job: FileJob, supervision: Supervision) => Promise<unknown>;

/**
 * Runs a job in a process of its own. Rejects with FileWorkError if it failed, and with ChildKilledError if a
 * retry may succeed.
 */
export function inChild(job: FileJob, supervision: Supervision): Promise<unknown> {
  const { stop, given, memory, onPart } = supervision;
  const started = performance.now();
  let isStarved = false;
  // Before the listener of `fork`, which kills the child.
  stop.addEventListener('abort', () => {
    const time = performance.now() - started;
    isStarved = time > TOO_SHORT && computedBy(child.pid) < time * COMPUTED;
  });
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
      else if (isStarved) reject(new ChildStarvedError('the machine was too busy for the work on a file'));
      else reject(new FileWorkError('the work on a file was stopped at its limit'));
    });
    child.once('exit', () => stopWatching?.());
    // On `close`, not `exit`: a busy parent gets the latter before it has read the child's last message.
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

/** Milliseconds of processor time: proc(5), `utime` and `stime`. Only Linux tells; elsewhere a child is never starved. */
function computedBy(pid: number | undefined): number {
  try {
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
    const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) * 10;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Within a native query a child doesn't notice that its parent was killed, so the OS limits its CPU time;
 * `exec` keeps its pid and IPC channel.
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
    // What is written of a time doesn't depend on the machine.
    env: { TZ: 'UTC' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A native decoder that hangs ignores other signals.
    killSignal: 'SIGKILL',
    signal: stop,
  });
}
