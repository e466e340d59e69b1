import { DatabaseError } from '../database.ts';
import type { Meter } from '../driver.ts';
import type { Message } from '../protocol/encode.ts';
import type { Notification } from '../protocol/listeners.ts';
import { isStale, StatementNames } from '../protocol/statement-names.ts';
import { type Answer, readAnswer } from './answer.ts';
import { type Engine, type EngineOptions, startEngine } from './engine.ts';
import { Watchdog } from './watchdog.ts';

export interface Request {
  /** Called when it is sent, because names of prepared statements belong to one engine. */
  readonly encode: (names: StatementNames) => Message;
  /** Timeout in milliseconds. */
  readonly limit: number;
  /** True if sent by the transaction that holds the session. */
  readonly held: boolean;
  /** True if it can commit something: a statement inside a transaction can't, its COMMIT can. */
  readonly commits: boolean;
  readonly meter?: Meter | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

export interface PipelineEvents {
  readonly onNotification: (notification: Notification) => void;
  /** An answer was delivered, so there is room for another request. */
  readonly onRoom: () => void;
  /** The engine has failed: call `end`. */
  readonly onLost: (pipeline: Pipeline, reason: string, cause?: Error) => void;
}

interface Flight {
  readonly request: Request;
  readonly message: Message;
  readonly isRepeat: boolean;
}

/** Requests sent to one engine, which answers them in order. */
export class Pipeline {
  readonly #events: PipelineEvents;
  readonly #names = new StatementNames();
  readonly #flights = new Map<number, Flight>();
  readonly #watchdog: Watchdog;
  #engine: Engine | undefined;
  #lastId = 0;
  #overdue: number | undefined;

  static async open(
    options: Pick<EngineOptions, 'folder' | 'settings' | 'extensions' | 'script'>,
    events: PipelineEvents,
  ): Promise<Pipeline> {
    const pipeline = new Pipeline(events);
    pipeline.#engine = await startEngine({
      ...options,
      onAnswer: (id, bytes, took) => pipeline.#receive(id, bytes, took),
      onLost: (cause) => events.onLost(pipeline, 'its worker ended', cause),
    });
    return pipeline;
  }

  private constructor(events: PipelineEvents) {
    this.#events = events;
    this.#watchdog = new Watchdog({
      running: () => this.#running(),
      drain: () => this.#engine?.drain(),
      onOverdue: (id) => {
        this.#overdue = id;
        events.onLost(this, 'a request ran over its limit');
      },
    });
  }

  get size(): number {
    return this.#flights.size;
  }

  send(request: Request, isRepeat = false): void {
    const message = encode(request, this.#names);
    if (!message) return;
    const id = ++this.#lastId;
    this.#flights.set(id, { request, message, isRepeat });
    this.#engine?.post({ id, bytes: message.bytes, held: request.held });
    this.#watchdog.watch();
  }

  /**
   * Terminates the engine and rejects the requests it had started. Returns the others, which can be sent to the next
   * engine.
   */
  async end(): Promise<Request[]> {
    this.#watchdog.stop();
    await this.#engine?.end();
    const begun = this.#engine?.begun() ?? 0;
    const untouched: Request[] = [];
    for (const [id, { request }] of this.#flights) {
      if (id > begun && !request.held) untouched.push(request);
      else request.reject(this.#refusal(id, request, begun));
    }
    this.#flights.clear();
    return untouched;
  }

  /** Shuts the engine down gracefully. False if it had to be terminated. */
  async close(limit: number): Promise<boolean> {
    this.#watchdog.stop();
    return (await this.#engine?.close(limit)) ?? true;
  }

  #refusal(id: number, request: Request, begun: number): DatabaseError {
    const unknown = id <= begun && request.commits;
    if (id === this.#overdue) {
      request.meter?.(request.limit);
      return new DatabaseError('57014', `ended: it ran longer than its limit of ${request.limit} ms`, {
        unknown,
      });
    }
    return new DatabaseError('57P01', 'the database was restarted while the statement ran', { unknown });
  }

  #running(): { id: number; limit: number } | undefined {
    const [first] = this.#flights;
    return first && { id: first[0], limit: first[1].request.limit };
  }

  #receive(id: number, bytes: Uint8Array, took: number): void {
    const flight = this.#flights.get(id);
    if (!flight) return;
    this.#flights.delete(id);
    flight.request.meter?.(took);
    try {
      const answer = readAnswer(bytes, flight.message);
      for (const notification of answer.notifications) this.#events.onNotification(notification);
      this.#settle(flight, answer);
    } catch (error) {
      flight.request.reject(toError(error)); // a value that couldn't be converted
    }
    this.#events.onRoom();
  }

  #settle({ request, message, isRepeat }: Flight, answer: Answer): void {
    const { error } = answer;
    if (!error) {
      for (const text of message.prepares) this.#names.confirm(text);
      if (answer.isIdle || request.held) request.resolve(answer);
      else
        request.reject(new DatabaseError('25001', 'a statement left a transaction open: it was rolled back'));
      return;
    }
    if (!isStale(error)) return request.reject(error);
    this.#names.distrustAll();
    if (request.held || isRepeat) request.reject(error);
    else this.send(request, true);
  }
}

/** A value that can't be encoded only fails its own request. */
function encode(request: Request, names: StatementNames): Message | undefined {
  try {
    return request.encode(names);
  } catch (error) {
    request.reject(toError(error));
    return undefined;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
