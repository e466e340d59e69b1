import type { Log } from '#server/lib/log.ts';
import { type ClaimOptions, DatabaseError, type Result } from '../database.ts';
import type { Driver, Session, Work } from '../driver.ts';
import { ConnectionPool, hasSession, type Lease } from './connection-pool.ts';
import type { ServerAddress } from './examine-address.ts';
import { ListeningConnection } from './listening-connection.ts';
import { type PrimaryClient, standbyError } from './primary-client.ts';
import { refuseInSilence } from './refuse-in-silence.ts';
import type { SilenceWatch } from './silence-watch.ts';

export interface DriverOptions {
  /** For statements and transactions. */
  readonly address: ServerAddress;
  /** For what a session keeps: listening, claims, and scripts that set something. */
  readonly direct: ServerAddress;
  readonly log: Log;
  readonly maxConnections: number;
  readonly maxQueue: number;
  readonly limit: number;
}

/** Scripts are rare: maintenance of the queue, VACUUM. */
const DIRECT_CONNECTIONS = 2;
/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';

/** PostgreSQL as a driver: pools for statements, transactions and scripts, and one listening connection. */
export class PostgresDriver implements Driver {
  readonly engine = 'postgres';
  readonly #pool: ConnectionPool;
  /** The same, unless its connections have no session. */
  readonly #sessions: ConnectionPool;
  readonly #ear: ListeningConnection;
  readonly #silence: SilenceWatch;
  readonly #reopenListeners: Set<() => void>;
  #closing = false;

  static async open(options: DriverOptions): Promise<PostgresDriver> {
    const reopenListeners = new Set<() => void>();
    const tell = (): void => {
      for (const listener of reopenListeners) listener();
    };
    const { address, direct, log } = options;
    const onConnection = (client: PrimaryClient): void => silence.watch(client);
    const pool = new ConnectionPool({ ...options, onConnection });
    const sessions = hasSession(address)
      ? pool
      : new ConnectionPool({ ...options, onConnection, address: direct, maxConnections: DIRECT_CONNECTIONS });
    const pools = [...new Set([pool, sessions])];
    // Whoever asked meanwhile, because of a notification, was refused.
    const silence = refuseInSilence({ pools, ear: () => ear, log, onRecovery: tell });
    const onReopen = (): void => {
      for (const each of pools) each.renew();
      tell();
    };
    const ear = await ListeningConnection.open({
      ...options,
      address: direct,
      onReopen,
      onConnection,
      onSignOfLife: () => silence.hear(),
    });
    silence.start();
    return new PostgresDriver({ pool, sessions, ear, silence, reopenListeners });
  }

  private constructor(parts: {
    pool: ConnectionPool;
    sessions: ConnectionPool;
    ear: ListeningConnection;
    silence: SilenceWatch;
    reopenListeners: Set<() => void>;
  }) {
    this.#pool = parts.pool;
    this.#sessions = parts.sessions;
    this.#ear = parts.ear;
    this.#silence = parts.silence;
    this.#reopenListeners = parts.reopenListeners;
  }

  async run(work: Work, limit: number): Promise<Result[]> {
    const lease = await ('sql' in work ? this.#sessions : this.#pool).lease();
    try {
      return await lease.connection.runAlone(work, limit);
    } catch (error) {
      throw this.#unlessStandby(error);
    } finally {
      lease.release();
    }
  }

  async hold(): Promise<Session> {
    const session = sessionOf(await this.#pool.lease());
    return {
      ...session,
      run: (work, options) =>
        session.run(work, options).catch((error: unknown) => {
          throw this.#unlessStandby(error);
        }),
    };
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
    return this.#ear.isUp && !this.#silence.isSilent && !this.#closing;
  }

  async close(limit: number): Promise<boolean> {
    this.#closing = true;
    this.#silence.stop();
    const clean = await Promise.all([this.#pool.close(limit), this.#sessions.close(limit)]);
    await this.#ear.close();
    return clean.every(Boolean);
  }

  /** A pooler may reach a standby before the listening connection reaches the new primary. */
  #unlessStandby(error: unknown): unknown {
    const isReadOnly = error instanceof DatabaseError && error.code === READ_ONLY;
    return isReadOnly && !this.#ear.isUp ? standbyError() : error;
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
