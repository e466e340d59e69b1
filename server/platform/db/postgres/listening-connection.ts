import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../database.ts';
import { Listeners, listenTo, stopListeningTo } from '../protocol/listeners.ts';
import { connectionSettings } from './settings.ts';

/** An arbitrary lock id, scoped to one database. */
const LOCK = 7215362740285n;
/** Milliseconds to wait for the lock: a killed process holds it until the server notices. */
const PATIENCE = 2_000;
const PAUSE = 100;

/** Locks the database for this process until the connection ends. Throws 55006 if another process has it. */
async function claimDatabase(client: Client): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await tryToClaim(client))) {
    if (Date.now() > end) {
      throw new DatabaseError(
        '55006',
        'the database is in use by another process; stop it, or set another DATABASE_URL',
      );
    }
    await sleep(PAUSE);
  }
}

async function tryToClaim(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [
    LOCK,
  ]);
  return rows[0]?.claimed === true;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** Milliseconds between pings, to detect a connection that was silently dropped, for example by a firewall. */
const HEARTBEAT = 5_000;

interface Options {
  readonly url: string;
  readonly log: Log;
  readonly limit: number;
  /** Locks the database, so that a second process that wants this too is rejected. */
  readonly alone?: boolean;
  /** The connection was lost and restored: notifications may have been missed. */
  readonly onReopen: () => void;
}

/**
 * The connection that receives notifications, separate from the pool because LISTEN is per connection. It reconnects
 * by itself, and so also shows whether the database is reachable.
 */
export class ListeningConnection {
  readonly #options: Options;
  readonly #listeners = new Listeners();
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnecting: Promise<void> | undefined;

  static async open(options: Options): Promise<ListeningConnection> {
    const connection = new ListeningConnection(options);
    await connection.#connect();
    return connection;
  }

  private constructor(options: Options) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    this.#listeners.add(channel, onPayload);
    await this.#run(listenTo(channel));
    return async () => {
      if (this.#listeners.remove(channel, onPayload)) await this.#run(stopListeningTo(channel));
    };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#heartbeat);
    await this.#reconnecting;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** Never rejects: if it fails, the connection is lost, and the next one listens to all channels. */
  async #run(sql: string): Promise<void> {
    const client = this.#client;
    if (!client) return;
    await client.query(sql).catch((error: unknown) => this.#lose(client, error));
  }

  async #connect(): Promise<void> {
    const { url, limit, alone } = this.#options;
    const client = new Client({ ...connectionSettings(url, limit), query_timeout: HEARTBEAT });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => this.#listeners.deliver({ channel, payload }));
    await client.connect();
    try {
      if (alone) await claimDatabase(client);
      this.#client = client; // from here on a new listener issues its own LISTEN
      for (const channel of this.#listeners.channels()) await client.query(listenTo(channel));
    } catch (error) {
      this.#client = undefined;
      client.connection.stream.destroy();
      throw error;
    }
    this.#heartbeat = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#lose(client, error));
    }, HEARTBEAT);
  }

  #lose(client: Client, error?: unknown): void {
    if (client !== this.#client || this.#stop.signal.aborted) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.connection.stream.destroy();
    this.#options.log.warn('the listening database connection was lost', { error });
    this.#reconnecting = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.#stop.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        await this.#connect();
        this.#options.log.info('the listening database connection is back');
        return this.#options.onReopen();
      } catch (error) {
        this.#options.log.warn('the database cannot be reached', { error });
        await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => {}); // aborted: the loop ends
      }
    }
  }
}
