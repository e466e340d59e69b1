import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { report } from './figures.ts';

const LOOP =
  'let s = 0; for (let i = 0; i < 1e9; i++) s += i; const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);';

/**
 * Tells how fast the machine is at the moment: the processor time of a loop of 1e9 additions, in seconds. Processor time
 * grows, too, where a neighbour shares the core's caches or its second thread, so figures are read beside it.
 */
export async function calibrate(): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOOP]);
  report('a loop of 1e9 additions', { 'CPU s': Number(stdout) });
}
