import type { ClientConfig } from 'pg';

/** Safety net for a hung process; normally the process enforces transaction limits itself. */
const IDLE_IN_TRANSACTION = 120_000;

/**
 * Session settings, the same as on PGlite, so that a statement means the same on both engines. JIT costs more than it
 * gains for queries as short as ours.
 */
export function connectionSettings(url: string, limit: number): ClientConfig {
  return {
    connectionString: url,
    application_name: 'errand',
    statement_timeout: limit,
    // Half of it, so that a lock timeout is reported as 55P03 rather than 57014.
    lock_timeout: Math.ceil(limit / 2),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    options: '-c search_path=public -c TimeZone=UTC -c DateStyle=ISO -c client_encoding=UTF8 -c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}
