import type { Transaction } from '../../db/database.ts';
import type { AuthCall } from './endpoint.ts';

/** Credentials are kept out of the database's settings, where any trigger could read them. */
const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie']);

/**
 * Exposes the request to triggers on `auth.users`, such as the address from which consent was given. The settings end
 * with the transaction.
 */
export async function showRequest(tx: Transaction, { request, context }: AuthCall): Promise<void> {
  const headers = [...request.headers].filter(([name]) => !SECRET_HEADERS.has(name));
  await tx.query(`select set_config('request.ip', $1, true), set_config('request.headers', $2, true)`, [
    context.ip,
    JSON.stringify(Object.fromEntries(headers)),
  ]);
}
