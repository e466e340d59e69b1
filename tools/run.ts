import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output when it has ended: others are at work beside it. */
  readonly isHeld?: boolean;
}

/** Runs a program of node_modules/.bin, or node itself, with its output shown. Resolves with the exit code. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const program = command === 'node' ? process.execPath : join(ROOT, 'node_modules', '.bin', command);
  const output = options.isHeld ? 'pipe' : 'inherit';
  const child = spawn(program, args, {
    cwd: options.cwd ?? ROOT,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...options.env },
  });
  const held: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => held.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.stdout.write(Buffer.concat(held));
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

type Steps = readonly (readonly [name: string, step: () => Promise<number>])[];

/** Runs the steps in order, says how long each took, and ends the process at the first that fails. */
export const runSteps = (steps: Steps): Promise<void> => runSideBySide([steps]);

/** The same with several rows of steps at once: when one fails, no other begins, and the process ends after the last. */
export async function runSideBySide(rows: readonly Steps[]): Promise<void> {
  let failed = 0;
  await Promise.all(
    rows.map(async (steps) => {
      for (const [name, step] of steps) {
        if (failed !== 0) return;
        const started = performance.now();
        const code = await step();
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
        failed ||= code;
      }
    }),
  );
  if (failed !== 0) process.exit(failed);
}
