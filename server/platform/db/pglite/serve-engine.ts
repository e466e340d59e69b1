import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { serialize } from 'pg-protocol';
import { readAnswer } from './answer.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { EXTENSIONS, loadExtensions } from './extensions.ts';
import { openEngine } from './open-engine.ts';

/** Data passed to the worker at start. */
export interface EngineData {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Extensions to load, whether or not the database uses them. */
  readonly extensions: readonly string[];
  /** The compiled engine. */
  readonly code: WebAssembly.Module;
  readonly port: MessagePort;
  /** Id of the latest started request. In shared memory, so that it can be read while a query runs. */
  readonly begun: Int32Array;
}

/** A message to the worker; `held`: sent by the transaction that holds the session. */
export type EngineRequest =
  | { readonly id: number; readonly bytes: Uint8Array; readonly held: boolean }
  | 'close';

/** A message from the worker; `took`: milliseconds of engine time. */
export type EngineReply =
  | 'ready'
  | { readonly id: number; readonly bytes: Uint8Array; readonly took: number };

export interface ServeOptions {
  /** Replaced in a test to simulate a failing disk. */
  readonly fsync?: (descriptor: number) => void;
}

/**
 * Runs in the worker thread: bytes in, bytes out, one message at a time. It knows nothing of SQL, except that the
 * session must never stay in a transaction without an owner.
 */
export async function serveEngine(data: EngineData, options: ServeOptions = {}): Promise<void> {
  const { port, begun } = data;
  const { engine, output } = await open(data, options);

  const answer = async (request: Exclude<EngineRequest, 'close'>): Promise<void> => {
    Atomics.store(begun, 0, request.id);
    const start = performance.now();
    const bytes = await output.run(engine, request.bytes);
    if (!request.held && !isIdle(bytes)) await output.run(engine, ROLLBACK);
    const took = performance.now() - start;
    port.postMessage({ id: request.id, bytes, took } satisfies EngineReply, [bytes.buffer]);
  };
  const close = async (): Promise<void> => {
    await engine.close();
    port.close();
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: EngineRequest) => {
    last = last.then(() => (request === 'close' ? close() : answer(request)));
    last.catch((error: unknown) => {
      // Ends the worker with this error; the main thread opens another one.
      queueMicrotask(() => {
        throw error;
      });
    });
  });
  port.postMessage('ready' satisfies EngineReply);
}

/**
 * Opens the engine; only then is it known which extensions the database uses. If one of them isn't loaded, the engine
 * is reopened with it: otherwise its functions would fail, and any query on an index they maintain.
 */
async function open(
  data: EngineData,
  options: ServeOptions,
): Promise<{ readonly engine: PGlite; readonly output: Output }> {
  const { folder, settings, extensions, code } = data;
  const files = new DurableFileSystem(folder, options.fsync);
  const engine = openEngine(files, { settings, code, extensions: await loadExtensions(extensions) });
  await engine.waitReady;
  const output = new Output();
  const used = await usedExtensions(engine, files, output);
  const missing = used.filter((name) => EXTENSIONS.includes(name) && !extensions.includes(name));
  if (missing.length === 0) return { engine, output };
  await engine.close();
  return open({ ...data, extensions: [...extensions, ...missing] }, options);
}

const ROLLBACK = new Uint8Array(serialize.query('rollback'));

/**
 * Returns the names of the installed extensions. The same message verifies that a commit is flushed: fdatasync and
 * open_datasync are no-ops in PGlite, and commits would look durable without being so.
 */
async function usedExtensions(engine: PGlite, files: DurableFileSystem, output: Output): Promise<string[]> {
  const before = files.flushes;
  const sql = `select extname from pg_extension;
    select pg_logical_emit_message(true, 'errand', 'is a commit flushed?')`;
  const { results } = readAnswer(await output.run(engine, new Uint8Array(serialize.query(sql))));
  if (files.flushes === before) throw new Error('a commit did not reach the disk: fsync is not in effect');
  return (results[0]?.rows ?? []).map((row) => String(row['extname']));
}

const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5];
const IDLE = 0x49;
const INITIAL = 1 << 20;
const LARGE = 1 << 24;

function isIdle(answer: Uint8Array): boolean {
  return answer.at(-1) === IDLE;
}

/** Collects the chunks of an answer in a reusable buffer. */
class Output {
  #buffer = new Uint8Array(INITIAL);
  #length = 0;

  async run(engine: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    this.#length = 0;
    await engine.execProtocolRawStream(message, {
      syncToFs: false,
      onRawData: (piece) => this.#append(piece),
    });
    const answer = this.#buffer.slice(0, this.#length);
    if (this.#buffer.length > LARGE) this.#buffer = new Uint8Array(INITIAL);
    // After a PANIC PGlite swallows the exception, and the next query would loop forever (measured).
    const tail = answer.subarray(-READY_FOR_QUERY.length - 1);
    if (!READY_FOR_QUERY.every((byte, at) => tail[at] === byte)) {
      const why = readAnswer(answer).error?.message ?? 'it gave no reason';
      throw new Error(`the engine is lost, its answer ends without ReadyForQuery: ${why}`);
    }
    return answer;
  }

  #append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(this.#buffer.length * 2, needed));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }
}
