import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '#server/lib/watch-memory.ts';
import { IS_UP, type PictureAnswer, type PictureJob, pictureAnswer } from './picture-job.ts';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));
const PROGRAM = path('child/main.ts');
const ROOT = path('../../../../');

/** Packages are imported by their real path, which may lie elsewhere: `node_modules` can be a link. */
const PACKAGES = [`${ROOT}node_modules/`, `${realpathSync(`${ROOT}node_modules`)}/`];
/** It reads its own code alone, writes nothing, starts nothing. Addons: sharp is one. */
const ARGUMENTS = [
  '--permission',
  '--allow-addons',
  ...[path('./'), ...PACKAGES, `${ROOT}package.json`].map((place) => `--allow-fs-read=${place}`),
  '--max-old-space-size=96',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/** Jobs after which a child makes room for a new one: what a library loses over time is lost with it. */
const JOBS_MAX = 500;
/** Characters that are kept of what a child says before it ends. */
const SAID_MAX = 2_000;

export interface PictureChildOptions {
  /** Milliseconds that one picture may take. */
  readonly limit: number;
  /** Bytes that the child may hold. */
  readonly memory: number;
  /** Milliseconds without a job after which the child ends and gives its memory back. */
  readonly idle: number;
  /** The child's program; a test passes one that cannot start. */
  readonly program?: string;
}

/** One process for pictures, started when the first one comes and again after one has ended it. One job at a time. */
export interface PictureChild {
  /**
   * Rejects with the signal's reason, or where the child never came up; a picture that ends a running child is too much.
   */
  run(job: PictureJob, signal: AbortSignal): Promise<PictureAnswer>;
  /** Ends the process. */
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
    // A native decoder that runs wild hears nothing else.
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
      // What was said last is there when its output is closed, a moment after its end.
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
        // What a child says while it is being killed is of no interest, but must not go unheard.
        worker.on('error', () => {});
        resting = setTimeout(end, idle).unref();
      });
    },
    stop: end,
  };
}

interface Child {
  readonly process: ChildProcess;
  /** It has said that its program is loaded. */
  isUp: boolean;
  /** The beginning of its error output. */
  said: string;
}

function startChild(program: string): Child {
  const child = fork(program, {
    execArgv: ARGUMENTS,
    cwd: ROOT,
    // Fewer arenas: glibc keeps what threads have freed, one arena for each.
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
