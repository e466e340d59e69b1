import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NO_OPTIMISATION } from '../no-optimisation.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Beside the built server, where one is tested: it starts in half the processor time. */
const CLI = process.env['SERVER_PROGRAM'] ? 'server/build/cli.js' : 'server/cli.ts';

export interface OperatorAnswer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where the installation is: its folder, and what else its server was started with. */
export interface OperatorPlace {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of another version's program. */
  readonly root?: string;
}

/** Runs the operator's command line as a process of its own, as an operator does. */
export function runOperator(
  { dataDir, env, root = ROOT }: OperatorPlace,
  args: readonly string[],
): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [NO_OPTIMISATION, CLI, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

/** The same for an act that must succeed. Answers with what it printed as JSON. */
export async function operate(place: OperatorPlace, ...args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await runOperator(place, [...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
