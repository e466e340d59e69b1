import type { Statement } from '../database.ts';

/** Safety net for a hung process; normally the process enforces transaction limits itself. */
const IDLE_IN_TRANSACTION = 120_000;

/**
 * Session settings, the same as on PGlite, so that a statement means the same on both engines. JIT costs more than it
 * gains for queries as short as ours.
 */
const settingsOf = (limit: number): [name: string, value: string][] => [
  ['statement_timeout', String(Math.ceil(limit))],
  // Half of it, so that a lock timeout is reported as 55P03 rather than 57014.
  ['lock_timeout', String(Math.ceil(limit / 2))],
  ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION)],
  ['search_path', 'public'],
  ['TimeZone', 'UTC'],
  ['DateStyle', 'ISO'],
  ['jit', 'off'],
];

/** For the start of a connection to the server itself; a pooler in front may refuse them. */
export const startupOptions = (limit: number): string =>
  [...settingsOf(limit), ['client_encoding', 'UTF8']].map(([name, value]) => `-c ${name}=${value}`).join(' ');

/** Sets them for the session, or for the transaction that it's part of. */
export function setAll(limit: number, { local }: { readonly local: boolean }): Statement {
  const settings = settingsOf(limit);
  const calls = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, ${local})`);
  return { text: `select ${calls.join(', ')}`, values: settings.flat() };
}

/** Sets the limit of the open transaction. */
export function statementTimeout(limit: number): Statement {
  return { text: "select set_config('statement_timeout', $1, true)", values: [String(Math.ceil(limit))] };
}
