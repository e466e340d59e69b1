import { Client, type ClientConfig } from 'pg';
import type { Log } from '#server/lib/log.ts';
import { readAddress } from './address.ts';
import { PrimaryClient, standbyError } from './primary-client.ts';
import { explainTls, withoutTls } from './tls.ts';

/**
 * What is between Errand and its server. `session`: a pooler that gives each client a connection for as long as it
 * stays. `transaction`: one that gives it another for each transaction, `unprepared` without knowing the statements that
 * it prepared on the former.
 */
export type Pooling = 'none' | 'session' | 'transaction' | 'unprepared';

export interface ServerAddress {
  readonly url: string;
  readonly pooling: Pooling;
  /** The same for two addresses that lead to one database. */
  readonly database: string;
}

/** The rest of the program is loaded meanwhile, which on a busy machine lets the answer wait for long. */
const FIRST_CONNECTION = 60_000;
/** Milliseconds; a pooler by session lets a second client wait if it has one connection. */
const SECOND_ANSWER = 5_000;
const ROUNDS = 8;

/**
 * Finds out by one connection, or two, what an address leads to. Throws if it's a standby that may not be one, or nothing
 * answers.
 */
export async function examineAddress(
  url: string,
  options: { readonly log: Log; readonly mayBeStandby?: boolean },
): Promise<ServerAddress> {
  const { log, mayBeStandby = false } = options;
  const client = new PrimaryClient({ ...readAddress(url), connectionTimeoutMillis: FIRST_CONNECTION });
  client.on('error', () => {}); // fails what is asked
  try {
    await client.connect();
  } catch (error) {
    const plain = withoutTls(url, error);
    if (plain === null) throw explainTls(error);
    log.warn('the database server offers no TLS: connecting without, as sslmode=prefer allows');
    return examineAddress(plain, options);
  }
  try {
    // A pooler can't name the process that will serve a client, and names none or another.
    const isPooled = client.serverProcess !== (await processOf(client));
    if (!isPooled && client.isStandby && !mayBeStandby) throw standbyError();
    const pooling = isPooled ? await poolingOf(client, readAddress(url)) : 'none';
    return { url, pooling, database: await databaseOf(client) };
  } finally {
    client.end().catch(() => {});
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function databaseOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    'select concat(pg_postmaster_start_time(), current_database()) as place',
  );
  return rows[0]?.place ?? '';
}

/** Two clients take turns: by transaction, one gets a connection that the other had, or another than before. */
async function poolingOf(first: Client, settings: ClientConfig): Promise<Pooling> {
  const second = new Client({ ...settings, query_timeout: SECOND_ANSWER });
  second.on('error', () => {}); // fails what is asked
  await second.connect();
  try {
    const served: [Set<number>, Set<number>] = [new Set(), new Set()];
    for (let round = 0; round < ROUNDS; round += 1) {
      served[0].add(await processOf(first));
      const other = await processOf(second).catch(() => null);
      if (other === null) return 'session';
      served[1].add(other);
      const isShared = served[0].size > 1 || served[1].size > 1 || overlap(served);
      if (isShared) return (await keepsStatements(first, second)) ? 'transaction' : 'unprepared';
    }
    return 'session';
  } finally {
    second.end().catch(() => {});
  }
}

const overlap = ([one, other]: [Set<number>, Set<number>]): boolean => [...one].some((pid) => other.has(pid));

/** Whether two clients can prepare different statements of the same name. */
async function keepsStatements(first: Client, second: Client): Promise<boolean> {
  const ask = async (client: Client, n: number): Promise<boolean> => {
    const { rows } = await client.query({ name: 'errand_examines', text: `select ${n} as n` });
    return rows[0]?.n === n;
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (!(await ask(first, 1)) || !(await ask(second, 2))) return false;
    }
    return true;
  } catch {
    return false;
  }
}
