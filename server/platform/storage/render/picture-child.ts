import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '#server/lib/watch-memory.ts';
import { IS_UP, type PictureAnswer, type PictureJob, pictureAnswer } from './picture-job.ts';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));
const PROGRAM = path('child/main.ts');
const ROOT = path('../../../../');

/** Packages are imported by their real path, which differs if `node_modules` is a link. */
const PACKAGES = [`${ROOT}node_modules/`, `${realpathSync(`${ROOT}node_modules`)}/`];
/** May only read its own code: no writing, no child processes. Addons are allowed for sharp. */
const ARGUMENTS = [
  '--permission',
  '--allow-addons',
  ...[path('./'), ...PACKAGES, `${ROOT}package.json`].map((place) => `--allow-fs-read=${place}`),
  '--max-old-space-size=96',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/** The child is replaced after this many jobs, to bound leaks in the native library. */
const JOBS_MAX = 500;
/** Maximum characters kept of a child's error output. */
const SAID_MAX = 2_000;

export interface PictureChildOptions {
  /** Timeout per image in milliseconds. */
  readonly limit: number;
  /** Maximum memory of the child in bytes. */
  readonly memory: number;
  /** Milliseconds without a job until the child is stopped to free its memory. */
  readonly idle: number;
  /** The child's program; a test passes one that can't start. */
  readonly program?: string;
}

/** A process for images, started on demand and restarted after a crash. One job at a time. */
export interface PictureChild {
  /**
   * Rejects with the signal's reason, or if the child never started; an image that crashes a running child counts as
   * too expensive.
   */
  run(job: PictureJob, signal: AbortSignal): Promise<PictureAnswer>;
  /** Stops the process. */
  stop(): void;
}

export function createPictureChild({
  limit,
  memory,
  idle,
  program = PROGRAM,
}: PictureChildOptions): PictureChild {
  let child: Child | null = null;
  let jobs = 0;
  let resting: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(resting);
    // A native decoder in a loop doesn't react to other signals.
    child?.process.kill('SIGKILL');
    child = null;
  }

  function running(): Child {
    clearTimeout(resting);
    if (child?.process.connected !== true || jobs >= JOBS_MAX) {
      end();
      child = startChild(program);
      jobs = 0;
    }
    jobs += 1;
    return child;
  }

  return {
    run(job, signal) {
      signal.throwIfAborted();
      const current = running();
      const worker = current.process;
      const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
      const tooMuch = (): void => {
        end();
        resolve({ problem: 'too_much' });
      };
      const given = (): void => {
        end();
        reject(signal.reason);
      };
      // Its last output is only complete when the stream closes, slightly after the exit.
      const ended = (code: number | null, signal: string | null): void => {
        if (!current.isUp) failed(new Error(`it ended with ${code ?? signal}: ${current.said.trim()}`));
      };
      const failed = (cause: Error): void => {
        end();
        reject(new Error('the process that transforms pictures did not start', { cause }));
      };
      const timer = setTimeout(tooMuch, limit);
      const stopWatching = watchMemory(worker.pid ?? 0, memory, tooMuch);
      worker.on('message', (message) => {
        if (message === IS_UP) return;
        const answer = pictureAnswer.safeParse(message);
        if (answer.success) resolve(answer.data);
        else tooMuch();
      });
      worker.once('exit', () => current.isUp && tooMuch());
      worker.once('close', ended);
      worker.once('error', (error) => (current.isUp ? tooMuch() : failed(error)));
      signal.addEventListener('abort', given, { once: true });
      worker.send(job, (error) => error && current.isUp && tooMuch());
      return promise.finally(() => {
        clearTimeout(timer);
        stopWatching();
        signal.removeEventListener('abort', given);
        worker.removeAllListeners();
        // Errors while it is being killed don't matter, but an unhandled 'error' event would crash us.
        worker.on('error', () => {});
        resting = setTimeout(end, idle).unref();
      });
    },
    stop: end,
  };
}

interface Child {
  readonly process: ChildProcess;
  /** True once it has reported that its program is loaded. */
  isUp: boolean;
  /** The beginning of its error output. */
  said: string;
}

function startChild(program: string): Child {
  const child = fork(program, {
    execArgv: ARGUMENTS,
    cwd: ROOT,
    // Fewer arenas: glibc keeps the memory that threads free, in one arena per thread.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const started: Child = { process: child, isUp: false, said: '' };
  child.on('message', (message) => {
    if (message === IS_UP) started.isUp = true;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (started.said.length < SAID_MAX) started.said += chunk.toString().slice(0, SAID_MAX);
  });
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return started;
}
