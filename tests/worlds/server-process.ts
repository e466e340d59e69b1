import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../engines/free-port.ts';
import { copyTemplate } from '../engines/pglite-template.ts';
import { NO_OPTIMISATION } from '../no-optimisation.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The built server where `npm test` runs: it starts in less than half the processor time. */
export const PROGRAM = process.env['SERVER_PROGRAM'] ?? 'server/main.ts';

/** What a test or a measurement of something else must not stumble over: limits, and mails that nobody opens. */
export const UNLIMITED = {
  LOG_LEVEL: 'warn',
  MAIL_AUTOCONFIRM: 'on',
  RATE_LIMITS: 'sign_in=off,mail=off,token=off,api=off,delegate=off',
};

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first healthy answer. */
  readonly readyAfter: number;
  /** What it has printed so far. */
  output(): string;
  /** What opens its local mailbox, as the start prints it. */
  mailboxKey(): Promise<string>;
  /** SIGKILL: nothing is drained. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** To the first healthy answer, in milliseconds; many, because a busy machine is slow to start one. */
const START_MS = 120_000;

export interface ServerProcessOptions {
  /** Unset: one of its own, migrated beforehand: a first start takes seconds more. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** As an operator's, for measurements. */
  readonly optimises?: boolean;
  /** Unset: `SERVER_PROGRAM`, or the sources, which no build has to precede. */
  readonly program?: string;
  /** Unset: this project's own folder. */
  readonly root?: string;
  /** In front of the program, such as `nice`. It has to become the program (exec). */
  readonly through?: readonly string[];
}

/** Empty: for the first start ever. */
export const freshDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'errand-data-'));
export const removeDataDir = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Starts the real program, with nothing of this process's configuration. */
export async function startServer(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? dirname((await copyTemplate()).place);
  const port = options.port ?? (await freePort());
  const started = performance.now();
  const flags = options.optimises ? [] : [NO_OPTIMISATION];
  const program = [...(options.through ?? []), process.execPath, ...flags, options.program ?? PROGRAM];
  const child = spawn(program[0] ?? '', program.slice(1), {
    cwd: options.root ?? ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: String(port), ...options.env },
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  const url = `http://localhost:${port}`;
  outputs.set(url, () => output);
  await untilHealthy(url, child, () => output);
  return {
    url,
    dataDir,
    pid: child.pid ?? -1,
    readyAfter: performance.now() - started,
    output: () => output,
    mailboxKey: () => mailboxKeyOf(url),
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** By address: tests of pages know no more of a server. */
const outputs = new Map<string, () => string>();

/** What opens the local mailbox of a server that was started here. It is printed a moment after the first answer. */
export async function mailboxKeyOf(url: string): Promise<string> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const key = /\/mailbox#key=([\w-]+)/.exec(outputs.get(url)?.() ?? '')?.[1];
    if (key !== undefined) return key;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the server at ${url} has printed no key of a mailbox`);
}

const config = z.object({ anonKey: z.string() });

/** What every client of an installation sends along, as its pages read it. */
export async function anonKeyOf(url: string): Promise<string> {
  return config.parse(await (await fetch(`${url}/config.json`)).json()).anonKey;
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not healthy within ${START_MS} ms:\n${output()}`);
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
