import type { ClientConfig } from 'pg';

/** A backstop for a process that hangs: the limits of transactions are kept by the process itself. */
const IDLE_IN_TRANSACTION = 120_000;

/**
 * How every connection starts: as PGlite does, so that the same statement means the same on both engines. Compiling
 * plans (jit) costs more than it gains with queries as short as ours.
 */
export function connectionSettings(url: string, limit: number): ClientConfig {
  return {
    connectionString: url,
    application_name: 'errand',
    statement_timeout: limit,
    // Half of it, so that who waits for a lock gets 55P03, which says so, and not 57014.
    lock_timeout: Math.ceil(limit / 2),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    options: '-c search_path=public -c TimeZone=UTC -c DateStyle=ISO -c client_encoding=UTF8 -c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}
