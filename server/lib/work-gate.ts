export interface WorkGateOptions {
  /** Maximum concurrent works. */
  readonly parallel: number;
  /** Maximum queued works; more are rejected. */
  readonly waiting: number;
}

/** The queue is full: better to reject at once than to let everybody wait. */
export class GateShutError extends Error {
  override readonly name = 'GateShutError';
}

export type WorkGate = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits concurrency, in order of arrival. Throws GateShutError if the queue is full. */
export function createWorkGate({ parallel, waiting }: WorkGateOptions): WorkGate {
  const queue: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < parallel) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new GateShutError('too much work is waiting');
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Hands the slot on directly, so that newcomers can't overtake the queue. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
