import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { AuthError } from './auth-error.ts';

/** Sends the room's messages, always after the transaction that made their content true. */
export interface Delivery<Message> {
  /** Waits until the message was taken. Throws a refusal that names `what` could not be sent. */
  send(message: Message, what: string): Promise<void>;
  /** Sends beside the request: a notice, or an answer that must not tell by its time or outcome whether one was due. */
  sendBeside(message: Message): void;
  /** Throws a refusal while the server behind it is known to be unreachable, for everybody alike. */
  assertReachable(what: string): void;
  /** Waits for the messages that are on their way. */
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
}

/** A caller waits at most 10 s for an answer, the message included. */
const SEND_LIMIT = 9_000;
/** How long one failure speaks for the server. */
const UNREACHABLE_FOR = 30_000;

export function createDelivery<Message extends { readonly kind: string }>(
  options: DeliveryOptions<Message>,
): Delivery<Message> {
  const { refuse, clock, log, name } = options;
  const onTheirWay = new Set<Promise<void>>();
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

  return {
    async send(message, what) {
      try {
        await deliver(message);
      } catch (error) {
        throw refuse(what, error);
      }
    },
    sendBeside(message) {
      const way = deliver(message)
        .catch((error: unknown) => log.error(`a ${name} could not be sent`, { kind: message.kind, error }))
        .finally(() => onTheirWay.delete(way));
      onTheirWay.add(way);
    },
    assertReachable(what) {
      if (clock.now().getTime() - failedAt < UNREACHABLE_FOR) throw refuse(what);
    },
    async drain() {
      await Promise.all(onTheirWay);
    },
  };
}
