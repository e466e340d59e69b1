import { readFile } from 'node:fs/promises';

/** Milliseconds between two looks: what a decoder fills in that time is little beside the limit. */
const EVERY = 50;

/**
 * Calls `onExceeded` when a process holds more than so many bytes, again with each look while it does. V8's own limit
 * counts neither the buffers that a file is unfolded into nor what native code takes. Told by Linux alone; elsewhere the
 * limit of time is the only one. Answers how to end it.
 */
export function watchMemory(pid: number, bytes: number, onExceeded: () => void): () => void {
  const look = async (): Promise<void> => {
    if ((await residentBytes(pid)) > bytes) onExceeded();
  };
  const timer = setInterval(() => void look(), EVERY);
  return () => clearInterval(timer);
}

async function residentBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has ended, or this system tells of processes in another way.
    return 0;
  }
}
