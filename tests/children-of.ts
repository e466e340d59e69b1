import { readdir, readFile } from 'node:fs/promises';

/** The processes that open files for a process, by their numbers. Linux alone tells. */
export async function childrenOf(parent: number): Promise<number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(numbers.map((pid) => isChild(pid, parent)));
  return numbers.filter((_pid, at) => found[at]);
}

async function isChild(pid: number, parent: number): Promise<boolean> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'latin1'),
      readFile(`/proc/${pid}/cmdline`, 'latin1'),
    ]);
    return status.includes(`\nPPid:\t${parent}\n`) && command.includes('files/child/main.ts');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Whether a process is still there: one that has ended and was not yet asked for its end is not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    return !/^State:\s+[ZX]/m.test(await readFile(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
