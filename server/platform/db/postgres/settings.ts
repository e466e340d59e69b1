import type { ClientConfig } from 'pg';
import { readAddress } from './address.ts';

/** Safety net for a hung process; normally the process enforces transaction limits itself. */
const IDLE_IN_TRANSACTION = 120_000;

const SESSION = '-c search_path=public -c TimeZone=UTC -c DateStyle=ISO -c client_encoding=UTF8 -c jit=off';

/**
 * Session settings, the same as on PGlite, so that a statement means the same on both engines. JIT costs more than it
 * gains for queries as short as ours.
 */
export function connectionSettings(url: string, limit: number): ClientConfig {
  const { options = '', ...address } = readAddress(url);
  return {
    ...address,
    application_name: 'errand',
    statement_timeout: limit,
    // Half of it, so that a lock timeout is reported as 55P03 rather than 57014.
    lock_timeout: Math.ceil(limit / 2),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    options: `${options} ${SESSION}`.trim(),
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}
