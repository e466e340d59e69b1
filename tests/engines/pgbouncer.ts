import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { unprivilegedAccount } from './postgres-server.ts';

export interface Pooler {
  /** The address of a database through it. */
  addressOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction';
  /** More lines of its configuration. */
  readonly settings?: readonly string[];
}

/** Debian puts it where only root looks. */
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** Null where PgBouncer isn't installed; the environment variable PGBOUNCER names another one. */
export const pgbouncerVersion = (): number | null => {
  const { stdout } = spawnSync(PROGRAM, ['--version'], { env, encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : Number(major) * 100 + Number(minor);
};

/** Starts PgBouncer in front of the server of this address. */
export async function startPooler(serverUrl: string, options: PoolerOptions): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), 'errand-pgbouncer-'));
  const server = new URL(serverUrl);
  const port = await freePort();
  const configuration = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${options.mode}`,
      'default_pool_size = 4',
      ...(options.settings ?? []),
    ].join('\n'),
  );
  const account = unprivilegedAccount();
  if (account) for (const file of [folder, configuration]) chownSync(file, account.uid, account.gid);
  const child = spawn(PROGRAM, [configuration], { ...account, env, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilUp(child);
  return {
    addressOf(databaseUrl) {
      const address = new URL(databaseUrl);
      address.port = String(port);
      return address.href;
    },
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilUp(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PgBouncer did not start:\n${output}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('process up')) resolve();
    });
  });
}
