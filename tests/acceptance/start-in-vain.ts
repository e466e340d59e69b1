import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NO_OPTIMISATION } from '#tests/no-optimisation.ts';
import { PROGRAM } from '#tests/worlds/server-process.ts';

export interface VainStart {
  readonly code: unknown;
  /** All that it said. */
  readonly output: string;
}

/** Starts the program where it cannot start, and waits for it to give up. */
export async function startInVain(env: Readonly<Record<string, string>>): Promise<VainStart> {
  const child = spawn(process.execPath, [NO_OPTIMISATION, PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output };
}
