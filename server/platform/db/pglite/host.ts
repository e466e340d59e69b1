import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { DatabaseError, type Result } from '../database.ts';
import type { Driver, Meter, Session, Work } from '../driver.ts';
import { encodeBatch, encodeScripts } from '../protocol/encode.ts';
import { Listeners, listenTo, stopListeningTo } from '../protocol/listeners.ts';
import type { Answer } from './answer.ts';
import type { EngineOptions } from './engine.ts';
import { HeldSession } from './held-session.ts';
import { Pipeline, type PipelineEvents, type Request } from './pipeline.ts';

export interface HostOptions extends Pick<EngineOptions, 'folder' | 'settings' | 'extensions' | 'script'> {
  readonly log: Log;
  /** Maximum queued requests; 53300 beyond it. */
  readonly maxQueue: number;
  /** Maximum requests in the worker: 8 keep it busy, more gain nothing (measured). */
  readonly depth: number;
  /** Timeout of a request in milliseconds. */
  readonly limit: number;
}

/** An entry in the queue for the session: a single request, or a transaction that will hold it. */
interface Turn {
  readonly take: (pipeline: Pipeline) => void;
  readonly refuse: (error: DatabaseError) => void;
}

/** After this many failed attempts to reopen, queued requests are rejected; attempts continue in the background. */
const PATIENCE = 5;
const LONGEST_PAUSE = 5_000;

/** PGlite as a driver: one shared session, in a worker thread that can be terminated and restarted. */
export class PgliteHost implements Driver {
  readonly engine = 'pglite';
  readonly #options: HostOptions;
  readonly #listeners = new Listeners();
  readonly #reopenListeners = new Set<() => void>();
  #waiting: Turn[] = [];
  #pipeline: Pipeline | undefined;
  #holder: HeldSession | undefined;
  #reopening: Promise<void> | undefined;
  #broken: DatabaseError | undefined;
  #closing: Promise<boolean> | undefined;
  #onIdle: (() => void) | undefined;

  static async open(options: HostOptions): Promise<PgliteHost> {
    const host = new PgliteHost(options);
    host.#pipeline = await host.#openPipeline();
    return host;
  }

  private constructor(options: HostOptions) {
    this.#options = options;
  }

  async run(work: Work, limit: number, meter?: Meter): Promise<Result[]> {
    const { results } = await this.#enqueue({
      encode: (names) => ('sql' in work ? encodeScripts(work.sql) : encodeBatch(work, names)),
      limit,
      meter,
    });
    return results;
  }

  hold(): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.#wait({
        refuse: reject,
        take: () => {
          const session = new HeldSession(
            (request) => this.#sendHeld(request),
            () => this.#giveBack(session),
          );
          this.#holder = session;
          resolve(session);
        },
      });
    });
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    this.#listeners.add(channel, onPayload);
    await this.#command(listenTo(channel));
    return async () => {
      if (!this.#listeners.remove(channel, onPayload) || this.#closing) return;
      await this.#command(stopListeningTo(channel));
    };
  }

  /** The lock of the folder keeps other processes out. */
  async claim(): Promise<() => Promise<void>> {
    return async () => {};
  }

  isCurrent(): boolean {
    return true;
  }

  onReopen(listener: () => void): () => void {
    this.#reopenListeners.add(listener);
    return () => this.#reopenListeners.delete(listener);
  }

  isHealthy(): boolean {
    return this.#pipeline !== undefined && !this.#closing;
  }

  close(limit: number): Promise<boolean> {
    this.#closing ??= this.#close(performance.now() + limit);
    return this.#closing;
  }

  async #close(end: number): Promise<boolean> {
    const drained = await this.#drain(end);
    for (const turn of this.#waiting.splice(0)) turn.refuse(closingError());
    this.#holder?.lose();
    await this.#reopening;
    const pipeline = this.#pipeline;
    this.#pipeline = undefined;
    if (!pipeline) return false;
    const clean = await pipeline.close(Math.max(500, end - performance.now()));
    for (const request of await pipeline.end()) request.reject(closingError());
    return drained && clean;
  }

  async #drain(end: number): Promise<boolean> {
    if (this.#isIdle()) return true;
    const timer = new AbortController();
    const idle = new Promise<true>((resolve) => {
      this.#onIdle = () => resolve(true);
    });
    const late = sleep(Math.max(0, end - performance.now()), false, { signal: timer.signal });
    late.catch(() => {}); // aborted: the other one won
    const drained = await Promise.race([idle, late]);
    timer.abort();
    return drained;
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#holder && (this.#pipeline?.size ?? 0) === 0;
  }

  #command(sql: string): Promise<Answer> {
    return this.#enqueue({ encode: () => encodeScripts(sql), limit: this.#options.limit });
  }

  #enqueue(request: Pick<Request, 'encode' | 'limit' | 'meter'>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#wait(turnOf({ ...request, held: false, commits: true, resolve, reject }));
    });
  }

  #sendHeld(request: Omit<Request, 'resolve' | 'reject' | 'held'>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#pipeline) this.#pipeline.send({ ...request, held: true, resolve, reject });
      else reject(closingError());
    });
  }

  #wait(turn: Turn): void {
    if (this.#closing) return turn.refuse(closingError());
    if (this.#broken) return turn.refuse(this.#broken);
    if (this.#waiting.length >= this.#options.maxQueue) {
      return turn.refuse(
        new DatabaseError('53300', `too many requests wait for the database: ${this.#waiting.length}`),
      );
    }
    this.#waiting.push(turn);
    this.#pump();
  }

  #pump(): void {
    const pipeline = this.#pipeline;
    while (pipeline && !this.#holder && pipeline.size < this.#options.depth) {
      const turn = this.#waiting.shift();
      if (!turn) break;
      turn.take(pipeline);
    }
    if (this.#isIdle()) this.#onIdle?.();
  }

  #giveBack(session: HeldSession): void {
    if (this.#holder !== session) return;
    this.#holder = undefined;
    this.#pump();
  }

  async #openPipeline(): Promise<Pipeline> {
    const events: PipelineEvents = {
      onNotification: (notification) => this.#listeners.deliver(notification),
      onRoom: () => this.#pump(),
      onLost: (pipeline, reason, cause) => this.#lose(pipeline, reason, cause),
    };
    const pipeline = await Pipeline.open(this.#options, events);
    for (const channel of this.#listeners.channels()) await listenOn(pipeline, channel, this.#options.limit);
    return pipeline;
  }

  #lose(pipeline: Pipeline, reason: string, cause: Error | undefined): void {
    if (pipeline !== this.#pipeline) {
      void pipeline.end(); // lost before it was used: rejects its requests, so that another engine is tried
      return;
    }
    this.#reopening ??= this.#reopen(reason, cause).finally(() => {
      this.#reopening = undefined;
    });
  }

  async #reopen(reason: string, cause: Error | undefined): Promise<void> {
    const lost = this.#pipeline;
    if (!lost) return;
    const start = performance.now();
    this.#options.log.warn('the database engine is being restarted', { reason, cause });
    this.#pipeline = undefined;
    this.#holder?.lose();
    this.#holder = undefined;
    this.#waiting.unshift(...(await lost.end()).map(turnOf));
    for (let attempt = 1; ; attempt++) {
      if (this.#closing && this.#broken) return;
      try {
        this.#pipeline = await this.#openPipeline();
        break;
      } catch (error) {
        this.#options.log.error("couldn't start the database engine", { attempt, error });
        if (attempt >= PATIENCE) this.#refuseAll(error);
        await sleep(Math.min(100 * 2 ** attempt, LONGEST_PAUSE));
      }
    }
    this.#broken = undefined;
    this.#options.log.info('the database engine is running again', {
      ms: Math.round(performance.now() - start),
    });
    for (const listener of this.#reopenListeners) listener();
    this.#pump();
  }

  #refuseAll(cause: unknown): void {
    this.#broken = new DatabaseError('57P01', "the database engine can't be started", { cause });
    for (const turn of this.#waiting.splice(0)) turn.refuse(this.#broken);
  }
}

function turnOf(request: Request): Turn {
  return { take: (pipeline) => pipeline.send(request), refuse: request.reject };
}

function listenOn(pipeline: Pipeline, channel: string, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const encode = () => encodeScripts(listenTo(channel));
    pipeline.send({ encode, limit, held: false, commits: true, resolve, reject });
  });
}

function closingError(): DatabaseError {
  return new DatabaseError('57P01', 'the database is closing');
}
