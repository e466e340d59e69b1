import { readFile } from 'node:fs/promises';

/** Milliseconds between checks: little memory can be filled in that time, compared to the limit. */
const EVERY = 50;

/**
 * Calls `onExceeded` while a process uses more than this many bytes, at each check. V8's own limit covers neither
 * buffers nor native memory. Only works on Linux; elsewhere the timeout is the only limit. Returns a function to
 * stop.
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
    // The process has ended, or the system isn't Linux.
    return 0;
  }
}
