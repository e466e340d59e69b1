import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { type ClaimOptions, DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { Listeners, listenTo, stopListeningTo } from '../protocol/listeners.ts';
import { Claims } from './claims.ts';
import { begin } from './connection-pool.ts';
import type { ServerAddress } from './examine-address.ts';
import { PrimaryClient, standbyError } from './primary-client.ts';
import { connectionSettings } from './settings.ts';
import { explainTls } from './tls.ts';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
/** Milliseconds between pings, to detect a connection that was silently dropped, for example by a firewall. */
const HEARTBEAT = 1_000;
/** Milliseconds without an answer after which the connection is given up. */
const SILENCE = 5_000;
/** Milliseconds to be accepted. A dropped packet is sent again after 1, 3 and 7 s; a new connection comes sooner. */
const ACCEPTING = 3_000;
/** Codes of answers without a byte. */
const REFUSED = ['ECONNREFUSED', 'ECONNRESET'];
/** Milliseconds after a ping for which nothing can have been missed: a stalled process wakes up with an older one. */
const CURRENT = 2_500;

interface Options {
  readonly address: ServerAddress;
  readonly log: Log;
  readonly limit: number;
  /** The connection was lost and restored: notifications may have been missed. */
  readonly onReopen: () => void;
  /** Called with each connection before it's made. */
  readonly onConnection: (client: PrimaryClient) => void;
  /** The machine took a connection, or refused it: it isn't silent. */
  readonly onSignOfLife: () => void;
}

/**
 * The connection that receives notifications, separate from the pool because LISTEN is per connection. It reconnects
 * by itself, and so also shows whether the database is reachable.
 */
export class ListeningConnection {
  readonly #options: Options;
  readonly #listeners = new Listeners();
  readonly #claims = new Claims();
  readonly #stop = new AbortController();
  #client: PrimaryClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnecting: Promise<void> | undefined;
  #isConnecting = false;
  #pings = 0;
  /** Start of the last ping that was answered. */
  #heardAt = 0;

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

  get isCurrent(): boolean {
    return this.isUp && performance.now() - this.#heardAt < CURRENT;
  }

  /** Whether something waits for an answer. */
  get isAsking(): boolean {
    return this.#isConnecting || this.#pings > 0;
  }

  async claim(name: string, options?: ClaimOptions): Promise<(() => Promise<void>) | null> {
    const client = this.#client;
    if (!client) throw new DatabaseError(LOST, 'the database cannot be reached');
    const claim = await this.#claims.claim(client, name, options);
    return claim && (() => this.#claims.release(this.#client, claim));
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
    await client.ask(sql).catch((error: unknown) => this.#lose(client, error));
  }

  async #connect(): Promise<void> {
    this.#isConnecting = true;
    try {
      await this.#connectOnce();
    } finally {
      this.#isConnecting = false;
    }
  }

  async #connectOnce(): Promise<void> {
    const { address, limit } = this.#options;
    const client = new PrimaryClient({ ...connectionSettings(address, limit), query_timeout: SILENCE });
    this.#options.onConnection(client);
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => this.#listeners.deliver({ channel, payload }));
    const accepting = setTimeout(() => giveUpUnlessAccepted(client), ACCEPTING);
    await client
      .connect()
      .catch((error: unknown) => {
        throw explainTls(error);
      })
      .finally(() => clearTimeout(accepting));
    this.#options.onSignOfLife();
    try {
      // Through a pooler, listening fails below.
      if (address.pooling === 'none' && client.isStandby) throw standbyError();
      if (address.pooling === 'session') await begin(client, limit);
      await this.#claims.renew(client);
      this.#client = client; // from here on a new listener issues its own LISTEN
      for (const channel of this.#listeners.channels()) await client.ask(listenTo(channel));
      if (this.#client !== client)
        throw new DatabaseError(LOST, 'the connection ended as soon as it was made');
    } catch (error) {
      if (this.#client === client) this.#client = undefined;
      client.connection.stream.destroy();
      throw error;
    }
    this.#heardAt = performance.now();
    this.#heartbeat = setInterval(() => this.#ping(client), HEARTBEAT);
  }

  #ping(client: PrimaryClient): void {
    const asked = performance.now();
    this.#pings += 1;
    client
      .ask('select 1')
      .finally(() => (this.#pings -= 1))
      .then(
        () => {
          if (client === this.#client) this.#heardAt = asked;
        },
        (error: unknown) => this.#lose(client, error),
      );
  }

  #lose(client: PrimaryClient, error?: unknown): void {
    if (client !== this.#client || this.#stop.signal.aborted) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    client.connection.stream.destroy();
    if (this.#isConnecting) return; // whoever makes it notices, and tries again
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
        if (isRefused(error)) this.#options.onSignOfLife();
        this.#options.log.warn("can't reach the database", { error });
        await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => {}); // aborted: the loop ends
      }
    }
  }
}

function giveUpUnlessAccepted({ connection: { stream } }: PrimaryClient): void {
  if (stream instanceof Socket && stream.connecting)
    stream.destroy(new Error(`not accepted in ${ACCEPTING} ms`));
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && REFUSED.some((code) => code === error.code);
