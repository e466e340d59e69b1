export interface RealtimeLimits {
  /** Concurrent sockets per user in one process, over all tabs and devices. */
  readonly socketsPerUser: number;
  readonly channelsPerSocket: number;
  /** Bytes per message in either encoding. A longer one closes its socket. */
  readonly messageBytes: number;
  /** Messages per socket and second. A reconnecting client joins all its channels at once. */
  readonly messagesPerSecond: number;
  /** Joins per socket in ten seconds: each may cost a query. */
  readonly joinsPerTenSeconds: number;
  /** Presence messages per socket in ten seconds. */
  readonly presencesPerTenSeconds: number;
  readonly presencesPerTopic: number;
  /** Bytes of one member's presence state. */
  readonly presenceBytes: number;
  /** Bytes of all presence states of a topic: a new member gets them in one message. */
  readonly presenceBytesPerTopic: number;
  /** Milliseconds for which the changes of a topic are batched after one was sent. */
  readonly presencePause: number;
  /** Milliseconds that the pattern filters of one socket may take in ten seconds. */
  readonly patternTime: number;
  /** Bytes buffered for a slow reader before its socket is terminated. */
  readonly sendBufferBytes: number;
  /** Milliseconds without a message until a socket is closed. Clients send a heartbeat every 25 s. */
  readonly idle: number;
  /** Milliseconds within which a new socket must join a channel, since that is all it is for. */
  readonly firstJoin: number;
}

export const DEFAULT_LIMITS: RealtimeLimits = {
  socketsPerUser: 10,
  channelsPerSocket: 100,
  messageBytes: 64 * 1024,
  messagesPerSecond: 300,
  joinsPerTenSeconds: 200,
  presencesPerTenSeconds: 100,
  presencesPerTopic: 1_000,
  presenceBytes: 4 * 1024,
  presenceBytesPerTopic: 512 * 1024,
  presencePause: 200,
  patternTime: 200,
  sendBufferBytes: 1024 * 1024,
  idle: 60_000,
  firstJoin: 15_000,
};

/** Rate limit: counts up to `limit` per time window. */
export class Allowance {
  readonly #limit: number;
  readonly #window: number;
  #windowStart = 0;
  #used = 0;

  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
  }

  /** Returns false if nothing is left in this window. */
  take(): boolean {
    const now = performance.now();
    if (now - this.#windowStart >= this.#window) {
      this.#windowStart = now;
      this.#used = 0;
    }
    this.#used += 1;
    return this.#used <= this.#limit;
  }
}

/**
 * Limits the CPU time per window, for work whose cost isn't known by its count.
 * Doesn't use wall-clock time, which includes time spent by others.
 */
export class TimeAllowance {
  readonly #limit: number;
  readonly #window: number;
  #windowStart = 0;
  #used = 0;

  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
  }

  get isSpent(): boolean {
    const now = performance.now();
    if (now - this.#windowStart >= this.#window) {
      this.#windowStart = now;
      this.#used = 0;
    }
    return this.#used > this.#limit;
  }

  spendOn<T>(work: () => T): T {
    const before = process.threadCpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      this.#used += (user + system) / 1_000;
    }
  }
}
