import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { AuthError } from '../wire/auth-error.ts';

/** Sends messages, always after the transaction they report was committed. */
export interface Delivery<Message> {
  /** Waits until the message is accepted. Throws a refusal naming `what` otherwise. */
  send(message: Message, what: string): Promise<void>;
  /** Sends in the background, where neither the timing nor the outcome may reveal whether a message was due. */
  sendBeside(message: Message): void;
  /**
   * Sends a notice in the background. Since no user would ask for it again, it is retried while the server is down,
   * for as long as this process runs.
   */
  tell(message: Message): void;
  /** Throws while the server is known to be unreachable, regardless of the recipient. */
  assertReachable(what: string): void;
  /** Waits for messages in flight; pending retries are dropped. */
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
  /** Backoff between tries of a notice in milliseconds. */
  readonly waits?: readonly number[];
}

/** Forty minutes in all. */
const WAITS = [60_000, 600_000, 1_800_000];
/** Maximum number of notices waiting for a retry: an outage must not fill the memory. */
const WAITING_MAX = 1_000;

/** Callers wait for an answer at most 10 s, sending included. */
const SEND_LIMIT = 9_000;
/** How long the server counts as unreachable after a failure. */
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
      log.warn(`couldn't send ${name} yet`, { kind: message.kind, error });
      waiting += 1;
      const hasPassed = await pause(wait, true, { signal: ending.signal, ref: false }).catch(() => false);
      waiting -= 1;
      if (!hasPassed) throw error;
      await deliverPatiently(message, later);
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
