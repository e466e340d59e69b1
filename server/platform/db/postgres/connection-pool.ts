import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { type PreparedNames, StatementNames, UNNAMED } from '../protocol/statement-names.ts';
import { BorrowedConnection } from './borrowed-connection.ts';
import type { ServerAddress } from './examine-address.ts';
import { PrimaryClient, standbyError } from './primary-client.ts';
import { setAll } from './session.ts';
import { connectionSettings } from './settings.ts';

export interface PoolOptions {
  readonly address: ServerAddress;
  readonly log: Log;
  readonly maxConnections: number;
  /** Maximum requests waiting for a connection; 53300 beyond it. */
  readonly maxQueue: number;
  /** Timeout of a statement in milliseconds. */
  readonly limit: number;
  readonly mayBeStandby?: boolean;
  /** Called with each connection before it's made. */
  readonly onConnection?: ((client: PrimaryClient) => void) | undefined;
}

export interface Lease {
  readonly connection: BorrowedConnection;
  /** Returns the connection; `broken` closes it instead. */
  readonly release: (broken?: boolean) => void;
}

interface Waiter {
  readonly proceed: () => void;
  readonly refuse: (error: DatabaseError) => void;
}

/**
 * Connections, each with its prepared statements. Queueing is done here rather than in `pg`'s pool, which has no cap
 * and never answers waiting requests when it is ended.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #pool: Pool;
  readonly #names = new WeakMap<PoolClient, PreparedNames>();
  readonly #leased = new Set<PoolClient>();
  /** Those that have been prepared for their first use. */
  readonly #begun = new WeakSet<PoolClient>();
  /** Connections made since the last `renew`. */
  #current = new WeakSet<PoolClient>();
  #waiting: Waiter[] = [];
  #used = 0;
  #onUnused: (() => void) | undefined;
  #closing: Promise<boolean> | undefined;
  #isSilent = false;
  readonly #connecting = new Set<PrimaryClient>();
  /** Requests that still run are cut off. */
  #isCut = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { address, limit } = options;
    const begins = (client: PrimaryClient): void => {
      this.#connecting.add(client);
      client.once('end', () => this.#connecting.delete(client));
      options.onConnection?.(client);
    };
    this.#pool = new Pool({
      ...connectionSettings(address, limit),
      max: options.maxConnections,
      Client: class extends PrimaryClient {
        constructor(config?: string | ClientConfig) {
          super(config);
          begins(this);
        }
      },
    });
    this.#pool.on('error', (error) => options.log.warn('an idle database connection ended', { error }));
    // A connection that breaks in use fails its request; an unhandled error event would end the process.
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      if (client instanceof PrimaryClient) this.#connecting.delete(client);
      this.#current.add(client);
    });
  }

  async lease(): Promise<Lease> {
    if (this.#closing) throw closingError();
    if (this.#isSilent) throw silentError();
    await this.#takePlace();
    try {
      const client = await this.#connect();
      return {
        connection: new BorrowedConnection(client, {
          names: this.#namesOf(client),
          usualLimit: this.#options.limit,
          hasSession: hasSession(this.#options.address),
        }),
        release: (broken = false) => {
          if (!this.#leased.delete(client)) return;
          client.release(broken || !this.#current.has(client));
          this.#givePlace();
        },
      };
    } catch (cause) {
      this.#givePlace();
      if (cause instanceof DatabaseError) throw cause;
      throw new DatabaseError(LOST, 'the database cannot be reached', { cause });
    }
  }

  /** Replaces all connections: they may lead to a server that has been replaced, and never answer. */
  renew(): void {
    this.#current = new WeakSet();
  }

  /** Until `speakAgain`, refuses all who have no connection yet. Those who have one may still be answered. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(silentError());
    for (const client of this.#connecting) client.connection.stream.destroy(silentError());
  }

  speakAgain(): void {
    this.#isSilent = false;
  }

  /** Ends all connections in use, and with them what is asked over them. */
  cut(reason: string): void {
    for (const client of this.#leased) client.connection.stream.destroy(new Error(reason));
  }

  /** Waits at most `limit` ms for all requests. False if any had to be cut off. */
  close(limit: number): Promise<boolean> {
    this.#closing ??= this.#close(limit);
    return this.#closing;
  }

  async #close(limit: number): Promise<boolean> {
    let clean = true;
    const timer = setTimeout(() => {
      clean = false;
      this.#isCut = true;
      for (const { refuse } of this.#waiting.splice(0)) refuse(closingError());
      this.cut('the database is closing');
    }, limit);
    await new Promise<void>((resolve) => {
      this.#onUnused = resolve;
      if (this.#used === 0) resolve();
    });
    clearTimeout(timer);
    await this.#pool.end();
    return clean;
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      const { address, mayBeStandby = false } = this.#options;
      // A pooler tells what it heard from another connection.
      const isStandby =
        !mayBeStandby && address.pooling === 'none' && client instanceof PrimaryClient && client.isStandby;
      if (this.#current.has(client) && !isStandby && !this.#isCut) return this.#begin(client);
      client.release(true);
      if (this.#isCut) throw closingError();
      if (isStandby) throw standbyError();
    }
  }

  /** Prepares a connection for its first use. */
  async #begin(client: PoolClient): Promise<PoolClient> {
    const { address, limit } = this.#options;
    // From here on, so that closing cuts it off.
    this.#leased.add(client);
    if (!hasSession(address) || this.#begun.has(client)) return client;
    try {
      await client.query(KEEP_MEMORY);
      if (address.pooling === 'session') await begin(client, limit);
      this.#begun.add(client);
      return client;
    } catch (error) {
      this.#leased.delete(client);
      client.release(true);
      throw error;
    }
  }

  #takePlace(): Promise<void> | undefined {
    if (this.#used < this.#options.maxConnections) {
      this.#used++;
      return;
    }
    const { length } = this.#waiting;
    if (length >= this.#options.maxQueue) {
      throw new DatabaseError('53300', `too many requests wait for the database: ${length}`);
    }
    return new Promise((resolve, reject) => this.#waiting.push({ proceed: resolve, refuse: reject }));
  }

  /** Gives the place to the longest waiting request. */
  #givePlace(): void {
    const next = this.#waiting.shift();
    if (next) return next.proceed();
    this.#used--;
    if (this.#used === 0) this.#onUnused?.();
  }

  #namesOf(client: PoolClient): PreparedNames {
    if (this.#options.address.pooling === 'unprepared') return UNNAMED;
    const names = this.#names.get(client) ?? new StatementNames();
    this.#names.set(client, names);
    return names;
  }
}

/**
 * Makes the connection's process keep its memory between two statements. glibc gives free memory back to the system as
 * soon as it exceeds 128 kB, unless a larger piece has once been freed; then, twice that piece (mallopt(3),
 * M_MMAP_THRESHOLD). Giving it back and getting it anew for each list of 100 tasks took the process five times as long
 * as the list.
 */
const KEEP_MEMORY = `select length(repeat(' ', ${1024 * 1024}))`;

/** False if each transaction may have another connection to the server. */
export const hasSession = ({ pooling }: ServerAddress): boolean =>
  pooling === 'none' || pooling === 'session';

/** Makes the settings that a pooler doesn't take at the start of a connection. */
export async function begin(client: ClientBase, limit: number): Promise<void> {
  const { text, values } = setAll(limit);
  await client.query(text, [...values]);
}

const silentError = (): DatabaseError => new DatabaseError(LOST, 'the database does not answer');

function closingError(): DatabaseError {
  return new DatabaseError(LOST, 'the database is closing');
}
