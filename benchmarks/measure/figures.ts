import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The value below which the given share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Resident memory of a process in MB. Linux only: read from /proc. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time of a process so far, in milliseconds. Linux only: its clock ticks a hundred times a second. */
export function processorTimeOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Of a process and all that it has started, also of those that have ended. */
export function processorTimeOfAll(pid: number): number {
  const fields = ifThere(() => statOf(pid)) ?? [];
  const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) * 10;
  return childrenOf(pid).reduce((sum, child) => sum + processorTimeOfAll(child), own);
}

/** The processes that a process has started and that are still there. Linux only. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((one) => Number(ifThere(() => statOf(one))?.[1]) === pid);
}

/** After the name of the program, which may hold anything. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/** What the files of a folder take, in MB. */
export function sizeOf(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = paths.map((path) => ifThere(() => statSync(join(folder, path))));
  return sizes.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0) / 1024 / 1024;
}

/** Files and processes come and go while they are counted. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One row of figures, with what it is held against. */
export function report(what: string, figures: Readonly<Record<string, string | number>>): void {
  const shown = Object.entries(figures).map(([name, value]) => {
    const text = typeof value === 'number' ? (value >= 100 ? value.toFixed(0) : value.toFixed(1)) : value;
    return `${name} ${text}`;
  });
  console.log(`${what}: ${shown.join(', ')}`);
}
