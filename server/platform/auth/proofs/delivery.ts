import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { AuthError } from '../wire/auth-error.ts';

/** Sends the room's messages, always after the transaction that made their content true. */
export interface Delivery<Message> {
  /** Waits until the message was taken. Throws a refusal that names `what` could not be sent. */
  send(message: Message, what: string): Promise<void>;
  /** Sends beside the request an answer that must not tell by its time or outcome whether one was due. */
  sendBeside(message: Message): void;
  /**
   * Sends a notice beside the request. Nobody waits for it who could ask again: while the server behind it is out of
   * order, it is tried again, until this process ends.
   */
  tell(message: Message): void;
  /** Throws a refusal while the server behind it is known to be unreachable, for everybody alike. */
  assertReachable(what: string): void;
  /** Waits for the messages that are on their way; those that were to be tried again are given up. */
  drain(): Promise<void>;
}

export interface DeliveryOptions<Message> {
  /** Throws where the message was not taken. */
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<void>;
  /** A refused recipient says nothing about the server; anything else does. */
  readonly isAboutRecipient: (error: unknown) => boolean;
  readonly refuse: (what: string, cause?: unknown) => AuthError;
  /** How the log names a message, such as `mail`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between one try of a notice and the next. */
  readonly waits?: readonly number[];
}

/** Forty minutes in all. */
const WAITS = [60_000, 600_000, 1_800_000];
/** Notices that wait for another try, at most: an outage must not fill the memory. */
const WAITING_MAX = 1_000;

/** A caller waits at most 10 s for an answer, the message included. */
const SEND_LIMIT = 9_000;
/** How long one failure speaks for the server. */
const UNREACHABLE_FOR = 30_000;

export function createDelivery<Message extends { readonly kind: string }>(
  options: DeliveryOptions<Message>,
): Delivery<Message> {
  const { refuse, clock, log, name, waits = WAITS } = options;
  const onTheirWay = new Set<Promise<void>>();
  const ending = new AbortController();
  let waiting = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function deliver(message: Message): Promise<void> {
    try {
      await options.deliver(message, AbortSignal.timeout(SEND_LIMIT));
      failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!options.isAboutRecipient(error)) failedAt = clock.now().getTime();
      throw error;
    }
  }

  async function deliverPatiently(message: Message, [wait, ...later]: readonly number[]): Promise<void> {
    try {
      await deliver(message);
    } catch (error) {
      const isFinal = options.isAboutRecipient(error) || ending.signal.aborted || waiting >= WAITING_MAX;
      if (wait === undefined || isFinal) throw error;
      log.warn(`a ${name} could not be sent yet`, { kind: message.kind, error });
      waiting += 1;
      const hasPassed = await pause(wait, true, { signal: ending.signal, ref: false }).catch(() => false);
      waiting -= 1;
      if (!hasPassed) throw error;
      await deliverPatiently(message, later);
    }
  }

  function beside(message: Message, sent: Promise<void>): void {
    const way = sent
      .catch((error: unknown) => log.error(`a ${name} could not be sent`, { kind: message.kind, error }))
      .finally(() => onTheirWay.delete(way));
    onTheirWay.add(way);
  }

  return {
    async send(message, what) {
      try {
        await deliver(message);
      } catch (error) {
        throw refuse(what, error);
      }
    },
    sendBeside: (message) => beside(message, deliver(message)),
    tell: (message) => beside(message, deliverPatiently(message, waits)),
    assertReachable(what) {
      if (clock.now().getTime() - failedAt < UNREACHABLE_FOR) throw refuse(what);
    },
    async drain() {
      ending.abort();
      await Promise.all(onTheirWay);
    },
  };
}
