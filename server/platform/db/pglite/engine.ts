import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { engineCode } from './engine-code.ts';
import type { EngineData, EngineReply, EngineRequest } from './serve-engine.ts';

export interface EngineOptions {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Extensions available to `create extension`. Those in use are loaded in any case. */
  readonly extensions: readonly string[];
  /** The worker's script; a test passes one with a failing disk. */
  readonly script?: URL | undefined;
  readonly onAnswer: (id: number, bytes: Uint8Array, took: number) => void;
  /** The worker ended unexpectedly. */
  readonly onLost: (error: Error) => void;
}

/** One worker thread with one PostgreSQL session. Requests are answered in order. */
export interface Engine {
  post(request: Exclude<EngineRequest, 'close'>): void;
  /** Id of the latest request that was started. */
  begun(): number;
  /** Delivers answers that have arrived but whose event hasn't fired yet. */
  drain(): void;
  /** Terminates the worker at once and delivers the answers it had sent. */
  end(): Promise<void>;
  /** Shuts down gracefully. False if that took longer than `limit` ms. */
  close(limit: number): Promise<boolean>;
}

/** A new folder takes 3 s, eight on a busy machine; crash recovery of a large one may take longer. */
const OPEN_LIMIT = 120_000;

const SCRIPT = new URL('./worker.ts', import.meta.url);

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { port1: port, port2 } = new MessageChannel();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const { folder, settings, extensions } = options;
  const data: EngineData = { folder, settings, extensions, code: engineCode(), port: port2, begun };
  const worker = new Worker(options.script ?? SCRIPT, {
    name: 'database',
    workerData: data,
    transferList: [port2],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let expected = false;
  let reason = new Error('the worker of the database ended');
  worker.on('error', (error: unknown) => {
    if (error instanceof Error) reason = error;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  let ready = (): void => {};
  const deliver = (reply: EngineReply): void => {
    if (reply === 'ready') ready();
    else options.onAnswer(reply.id, reply.bytes, reply.took);
  };
  port.on('message', deliver);
  const timer = setTimeout(() => {
    reason = new Error(`the database did not open within ${OPEN_LIMIT / 1000} s`);
    void worker.terminate();
  }, OPEN_LIMIT);
  await new Promise<void>((resolve, reject) => {
    ready = resolve;
    void exited.then(() => reject(reason));
  })
    .catch((error: unknown) => {
      port.close();
      throw error;
    })
    .finally(() => clearTimeout(timer));
  void exited.then(() => {
    if (!expected) options.onLost(reason);
  });
  const drain = (): void => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      deliver(next.message);
  };

  return {
    post: (request) => port.postMessage(request),
    begun: () => Atomics.load(begun, 0),
    drain,
    async end() {
      expected = true;
      await worker.terminate();
      drain();
      port.close();
    },
    async close(limit) {
      expected = true;
      port.postMessage('close' satisfies EngineRequest);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), limit);
      });
      const clean = await Promise.race([exited.then(() => true), late]);
      clearTimeout(timer);
      if (!clean) await worker.terminate();
      return clean;
    },
  };
}
