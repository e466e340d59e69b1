import type { Log } from './log.ts';

/** What was opened, to be closed in the opposite order, each within the time that is left. */
export interface Lifecycle {
  /** `close` may take long; it is given the milliseconds that are left. */
  opened(name: string, close: (limit: number) => Promise<unknown>): void;
  /** Closes everything once; a failure is logged and does not keep the rest open. */
  close(limit: number): Promise<void>;
}

export function createLifecycle(log: Log): Lifecycle {
  const open: { name: string; close: (limit: number) => Promise<unknown> }[] = [];
  let closing: Promise<void> | null = null;

  async function closeAll(limit: number): Promise<void> {
    const end = Date.now() + limit;
    for (const { name, close } of open.toReversed()) {
      try {
        await close(Math.max(0, end - Date.now()));
      } catch (error) {
        log.error('could not be closed cleanly', { part: name, error });
      }
    }
  }

  return {
    opened: (name, close) => void open.push({ name, close }),
    close: (limit) => (closing ??= closeAll(limit)),
  };
}
