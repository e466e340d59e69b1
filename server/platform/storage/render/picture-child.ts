import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '#server/lib/watch-memory.ts';
import { type PictureAnswer, type PictureJob, pictureAnswer } from './picture-job.ts';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));
const PROGRAM = path('child/main.ts');
const ROOT = path('../../../../');

/** It reads its own code alone, writes nothing, starts nothing. Addons: sharp is one. */
const ARGUMENTS = [
  '--permission',
  '--allow-addons',
  ...[path('./'), `${ROOT}node_modules/`, `${ROOT}package.json`].map((place) => `--allow-fs-read=${place}`),
  '--max-old-space-size=96',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/** Jobs after which a child makes room for a new one: what a library loses over time is lost with it. */
const JOBS_MAX = 500;

export interface PictureChildOptions {
  /** Milliseconds that one picture may take. */
  readonly limit: number;
  /** Bytes that the child may hold. */
  readonly memory: number;
  /** Milliseconds without a job after which the child ends and gives its memory back. */
  readonly idle: number;
}

/** One process for pictures, started when the first one comes and again after one has ended it. One job at a time. */
export interface PictureChild {
  /** Rejects with the signal's reason alone; a picture that ends the child is too much. */
  run(job: PictureJob, signal: AbortSignal): Promise<PictureAnswer>;
  /** Ends the process. */
  stop(): void;
}

export function createPictureChild({ limit, memory, idle }: PictureChildOptions): PictureChild {
  let child: ChildProcess | null = null;
  let jobs = 0;
  let resting: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(resting);
    // A native decoder that runs wild hears nothing else.
    child?.kill('SIGKILL');
    child = null;
  }

  function running(): ChildProcess {
    clearTimeout(resting);
    if (child?.connected !== true || jobs >= JOBS_MAX) {
      end();
      child = startChild();
      jobs = 0;
    }
    jobs += 1;
    return child;
  }

  return {
    run(job, signal) {
      signal.throwIfAborted();
      const worker = running();
      const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
      const tooMuch = (): void => {
        end();
        resolve({ problem: 'too_much' });
      };
      const given = (): void => {
        end();
        reject(signal.reason);
      };
      const timer = setTimeout(tooMuch, limit);
      const stopWatching = watchMemory(worker.pid ?? 0, memory, tooMuch);
      worker.once('message', (message) => {
        const answer = pictureAnswer.safeParse(message);
        if (answer.success) resolve(answer.data);
        else tooMuch();
      });
      worker.once('exit', tooMuch);
      worker.once('error', tooMuch);
      signal.addEventListener('abort', given, { once: true });
      worker.send(job, (error) => error && tooMuch());
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

function startChild(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: ARGUMENTS,
    cwd: ROOT,
    // Fewer arenas: glibc keeps what threads have freed, one arena for each.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
