import { Socket } from 'node:net';
import type { Client } from 'pg';

export interface SilenceWatchOptions {
  /** Whether something was asked that a database answers at once, however busy it is. */
  readonly isAsking: () => boolean;
  readonly onSilence: () => void;
  /** It has been silent for so long that what was asked won't be answered any more. */
  readonly onGivenUp: () => void;
  readonly onAnswer: () => void;
}

/**
 * Milliseconds between two looks. Looks are counted instead of milliseconds, because a process that was stalled has not
 * read yet what it was answered meanwhile.
 */
const EVERY = 250;
/** Looks in a row that found nothing. */
const SILENT_AFTER = 8;
const GIVEN_UP_AFTER = 24;

/**
 * Finds out that the database is silent: connections are open, and nothing comes, as when a firewall drops packets. Any
 * byte on any connection is a sign of life, so that slow statements and long queues aren't taken for silence.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  /** Bytes that each open connection has received. */
  readonly #received = new Map<Client, number>();
  #timer: NodeJS.Timeout | undefined;
  /** Looks without a sign of life while something was asked. */
  #unanswered = 0;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
  }

  get isSilent(): boolean {
    return this.#unanswered >= SILENT_AFTER;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), EVERY).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** From its making to its end. */
  watch(client: Client): void {
    this.#received.set(client, bytesOf(client));
    client.once('end', () => this.#received.delete(client));
  }

  /** Of a sign of life that isn't a byte, or before the next look. */
  hear(): void {
    const wasSilent = this.isSilent;
    this.#unanswered = 0;
    if (wasSilent) this.#options.onAnswer();
  }

  #look(): void {
    if (this.#hasReceived()) return this.hear();
    if (!this.#options.isAsking()) return;
    this.#unanswered += 1;
    if (this.#unanswered === SILENT_AFTER) this.#options.onSilence();
    if (this.#unanswered === GIVEN_UP_AFTER) this.#options.onGivenUp();
  }

  #hasReceived(): boolean {
    let hasReceived = false;
    for (const [client, before] of this.#received) {
      const now = bytesOf(client);
      if (now === before) continue;
      this.#received.set(client, now);
      hasReceived = true;
    }
    return hasReceived;
  }
}

/** A connection that changes to TLS begins to count anew. */
function bytesOf({ connection }: Client): number {
  return connection.stream instanceof Socket ? connection.stream.bytesRead : 0;
}
