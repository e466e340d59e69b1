export interface WorkGateOptions {
  /** Works that run at the same time. */
  readonly parallel: number;
  /** Works that may wait. Beyond them the gate is shut. */
  readonly waiting: number;
}

/** There is more to do than can be done soon: better to say so than to let everybody wait. */
export class GateShutError extends Error {
  override readonly name = 'GateShutError';
}

export type WorkGate = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs expensive works a few at a time, in order. Throws GateShutError when too many wait. */
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

  /** The place is handed on directly: whoever comes meanwhile does not overtake. */
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
