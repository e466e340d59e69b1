import { Pool, type PoolClient } from 'pg';
import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { StatementNames } from '../protocol/statement-names.ts';
import { BorrowedConnection } from './borrowed-connection.ts';
import { PrimaryClient, standbyError } from './primary-client.ts';
import { connectionSettings } from './settings.ts';

export interface PoolOptions {
  readonly url: string;
  readonly log: Log;
  readonly maxConnections: number;
  /** Maximum requests waiting for a connection; 53300 beyond it. */
  readonly maxQueue: number;
  /** Timeout of a statement in milliseconds. */
  readonly limit: number;
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
  readonly #names = new WeakMap<PoolClient, StatementNames>();
  readonly #leased = new Set<PoolClient>();
  /** Connections made since the last `renew`. */
  #current = new WeakSet<PoolClient>();
  #waiting: Waiter[] = [];
  #used = 0;
  #onUnused: (() => void) | undefined;
  #closing: Promise<boolean> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    const settings = connectionSettings(options.url, options.limit);
    this.#pool = new Pool({ ...settings, max: options.maxConnections, Client: PrimaryClient });
    this.#pool.on('error', (error) => options.log.warn('an idle database connection ended', { error }));
    // A connection that breaks in use fails its request; an unhandled error event would end the process.
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#current.add(client);
    });
  }

  async lease(): Promise<Lease> {
    if (this.#closing) throw closingError();
    await this.#takePlace();
    try {
      const client = await this.#connect();
      this.#leased.add(client);
      return {
        connection: new BorrowedConnection(client, this.#namesOf(client), this.#options.limit),
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

  /** Waits at most `limit` ms for all requests. False if any had to be cut off. */
  close(limit: number): Promise<boolean> {
    this.#closing ??= this.#close(limit);
    return this.#closing;
  }

  async #close(limit: number): Promise<boolean> {
    let clean = true;
    const timer = setTimeout(() => {
      clean = false;
      for (const { refuse } of this.#waiting.splice(0)) refuse(closingError());
      for (const client of this.#leased)
        client.connection.stream.destroy(new Error('the database is closing'));
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
      const isStandby = client instanceof PrimaryClient && client.isStandby;
      if (this.#current.has(client) && !isStandby) return client;
      client.release(true);
      if (isStandby) throw standbyError();
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

  #namesOf(client: PoolClient): StatementNames {
    const names = this.#names.get(client) ?? new StatementNames();
    this.#names.set(client, names);
    return names;
  }
}

function closingError(): DatabaseError {
  return new DatabaseError(LOST, 'the database is closing');
}
