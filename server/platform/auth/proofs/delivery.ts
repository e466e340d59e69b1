import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { AuthError } from '../wire/auth-error.ts';

/** Sends messages, always after the transaction they report was committed. */
export interface Delivery<Message> {
  /** Waits until the message is accepted. Throws a refusal naming `what` otherwise. */
  send(message: Message, what: string): Promise<void>;
  /** Sends in the background, where neither the timing nor the outcome may reveal whether a message was due. */
  sendBeside(message: Message): void;
  /** Rejects with the server's own error. */
  deliver(message: Message): Promise<void>;
  /**
   * The same for a message that may take a minute, such as one with attachments. Its failure doesn't count as one of the
   * server, or whoever sends a large mail would keep everybody's small ones back.
   */
  upload(message: Message): Promise<void>;
  /** Lets `drain` wait for the sending of a message, and logs its failure. */
  beside(message: Message, sent: Promise<void>): void;
  /** Throws while the server is known to be unreachable, regardless of the recipient. */
  assertReachable(what: string): void;
  /** Waits for messages in flight. */
  drain(): Promise<void>;
}

export interface DeliveryOptions<Message> {
  /** Throws if the message isn't accepted. */
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<void>;
  /** True if the error concerns the recipient; any other one counts as a failure of the server. */
  readonly isAboutRecipient: (error: unknown) => boolean;
  readonly refuse: (what: string, cause?: unknown) => AuthError;
  /** Name of the message kind in the log, such as `mail`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Callers wait for an answer at most 10 s, sending included. */
const SEND_LIMIT = 9_000;
/** Nobody waits for an upload. */
const UPLOAD_LIMIT = 60_000;
/** How long the server counts as unreachable after a failure. */
const UNREACHABLE_FOR = 30_000;

export function createDelivery<Message extends { readonly kind: string }>(
  options: DeliveryOptions<Message>,
): Delivery<Message> {
  const { refuse, clock, log, name } = options;
  const onTheirWay = new Set<Promise<void>>();
  let failedAt = Number.NEGATIVE_INFINITY;

  async function deliver(message: Message): Promise<void> {
    try {
      await options.deliver(message, timeoutSignal(SEND_LIMIT));
      failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!options.isAboutRecipient(error)) failedAt = clock.now().getTime();
      throw error;
    }
  }

  function beside(message: Message, sent: Promise<void>): void {
    const way = sent
      .catch((error: unknown) => log.error(`couldn't send ${name}`, { kind: message.kind, error }))
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
    deliver,
    upload: (message) => options.deliver(message, timeoutSignal(UPLOAD_LIMIT)),
    beside,
    assertReachable(what) {
      if (clock.now().getTime() - failedAt < UNREACHABLE_FOR) throw refuse(what);
    },
    async drain() {
      await Promise.all(onTheirWay);
    },
  };
}
