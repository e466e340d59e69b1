import type { Log } from './log.ts';

/** Closes opened resources in reverse order, each within the remaining time. */
export interface Lifecycle {
  /** `close` gets the remaining milliseconds. */
  opened(name: string, close: (limit: number) => Promise<unknown>): void;
  /** Closes everything once; failures are logged and don't keep the rest open. */
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
