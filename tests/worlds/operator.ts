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
export const runOperator = (place: OperatorPlace, args: readonly string[]): Promise<OperatorAnswer> =>
  beginOperator(place, args).answer;

/** A command at work. */
export interface Operation {
  readonly answer: Promise<OperatorAnswer>;
  /** Ends it at once (SIGKILL). */
  kill(): void;
}

export function beginOperator(
  { dataDir, env, root = ROOT }: OperatorPlace,
  args: readonly string[],
  /** In front of the program, such as `nice`. It has to become the program (exec). */
  through: readonly string[] = [],
): Operation {
  const [first = '', ...rest] = [...through, process.execPath, NO_OPTIMISATION, CLI, ...args];
  const child = spawn(first, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
  });
  const answer = new Promise<OperatorAnswer>((resolve, reject) => {
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
  return { answer, kill: () => void child.kill('SIGKILL') };
}

/** The same for an act that must succeed. Answers with what it printed as JSON. */
export async function operate(place: OperatorPlace, ...args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await runOperator(place, [...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
