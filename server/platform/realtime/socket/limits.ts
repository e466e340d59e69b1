export interface RealtimeLimits {
  /** Sockets that one user may hold at the same time in one process, over all tabs and devices. */
  readonly socketsPerUser: number;
  readonly channelsPerSocket: number;
  /** One message in either encoding. A longer one closes its socket. */
  readonly messageBytes: number;
  /** Messages of one socket in one second. A client that reconnects joins all its channels at once. */
  readonly messagesPerSecond: number;
  /** Joins of one socket in ten seconds: each may cost a query. */
  readonly joinsPerTenSeconds: number;
  /** Presence messages of one socket in ten seconds. */
  readonly presencesPerTenSeconds: number;
  readonly presencesPerTopic: number;
  /** What one member may say of itself. */
  readonly presenceBytes: number;
  /** What all members of a topic say together: a joiner is sent it in one message. */
  readonly presenceBytesPerTopic: number;
  /** Milliseconds in which the changes of one topic are collected, once one has been told. */
  readonly presencePause: number;
  /** Milliseconds that the pattern filters of one socket may take in ten seconds. */
  readonly patternTime: number;
  /** What may wait for a slow reader before its socket is cut. */
  readonly sendBufferBytes: number;
  /** Milliseconds without a message. Clients send a heartbeat every 25 s. */
  readonly idle: number;
  /** Milliseconds until a new socket must have joined a channel: nothing else needs one. */
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

/** Counts up to `limit` in each window of time. */
export class Allowance {
  readonly #limit: number;
  readonly #window: number;
  #windowStart = 0;
  #used = 0;

  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
  }

  /** False when nothing is left in this window. */
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
 * Time of the processor that may be spent in each window: measured, where the number of works says little of their cost.
 * Not by the clock, which goes on while others have the processor.
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
