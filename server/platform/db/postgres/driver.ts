import type { ClaimOptions, Result } from '../database.ts';
import type { Driver, Session, Work } from '../driver.ts';
import { ConnectionPool, type Lease, type PoolOptions } from './connection-pool.ts';
import { ListeningConnection } from './listening-connection.ts';

/** PostgreSQL as a driver: a pool for statements and transactions, and one listening connection. */
export class PostgresDriver implements Driver {
  readonly engine = 'postgres';
  readonly #pool: ConnectionPool;
  readonly #ear: ListeningConnection;
  readonly #reopenListeners: Set<() => void>;
  #closing = false;

  static async open(options: PoolOptions): Promise<PostgresDriver> {
    const reopenListeners = new Set<() => void>();
    const pool = new ConnectionPool(options);
    const onReopen = (): void => {
      pool.renew();
      for (const listener of reopenListeners) listener();
    };
    const ear = await ListeningConnection.open({ ...options, onReopen });
    return new PostgresDriver(pool, ear, reopenListeners);
  }

  private constructor(pool: ConnectionPool, ear: ListeningConnection, reopenListeners: Set<() => void>) {
    this.#pool = pool;
    this.#ear = ear;
    this.#reopenListeners = reopenListeners;
  }

  async run(work: Work, limit: number): Promise<Result[]> {
    const lease = await this.#pool.lease();
    try {
      return await lease.connection.runAlone(work, limit);
    } finally {
      lease.release();
    }
  }

  async hold(): Promise<Session> {
    return sessionOf(await this.#pool.lease());
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#ear.listen(channel, onPayload);
  }

  onReopen(listener: () => void): () => void {
    this.#reopenListeners.add(listener);
    return () => this.#reopenListeners.delete(listener);
  }

  claim(name: string, options?: ClaimOptions): Promise<(() => Promise<void>) | null> {
    return this.#ear.claim(name, options);
  }

  isCurrent(): boolean {
    return this.#ear.isCurrent;
  }

  isHealthy(): boolean {
    return this.#ear.isUp && !this.#closing;
  }

  async close(limit: number): Promise<boolean> {
    this.#closing = true;
    const clean = await this.#pool.close(limit);
    await this.#ear.close();
    return clean;
  }
}

const ROLLBACK_LIMIT = 10_000;

function sessionOf({ connection, release }: Lease): Session {
  return {
    run: (work, { limit, begin }) => connection.runInside(work, limit, begin),
    async commit(limit) {
      try {
        return (await connection.finish('commit', limit)) === 'COMMIT';
      } finally {
        release();
      }
    },
    async rollback() {
      // Closing the connection also rolls back, without waiting for the running statement.
      if (connection.isBusy) return release(true);
      const done = await connection.finish('rollback', ROLLBACK_LIMIT).then(
        () => true,
        () => false, // the connection is gone, and its transaction too
      );
      release(!done);
    },
    release: () => release(),
  };
}
