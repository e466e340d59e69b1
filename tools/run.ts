import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program of node_modules/.bin, or node itself, with its output shown. Resolves with the exit code. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const program = command === 'node' ? process.execPath : join(ROOT, 'node_modules', '.bin', command);
  const child = spawn(program, args, {
    cwd: options.cwd ?? ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs the steps in order, says how long each took, and ends the process at the first that fails. */
export async function runSteps(
  steps: readonly (readonly [name: string, step: () => Promise<number>])[],
): Promise<void> {
  for (const [name, step] of steps) {
    const started = performance.now();
    const code = await step();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
    if (code !== 0) process.exit(code);
  }
}
