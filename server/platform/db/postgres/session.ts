import type { Settings, Statement } from '../database.ts';

/** Safety net for a hung process; normally the process enforces transaction limits itself. */
const IDLE_IN_TRANSACTION = 120_000;

/**
 * Session settings, the same as on PGlite, so that a statement means the same on both engines. JIT costs more than it
 * gains for queries as short as ours.
 */
export const settingsOf = (limit: number): Settings => ({
  ...shortTimeouts(limit),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION),
  search_path: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  jit: 'off',
});

export const statementTimeout = (limit: number): Settings => ({
  statement_timeout: String(Math.ceil(limit)),
});

/** Locks are waited for half as long, so that it's reported as 55P03, which can be tried again, rather than 57014. */
export const shortTimeouts = (limit: number): Settings => ({
  ...statementTimeout(limit),
  lock_timeout: String(Math.ceil(limit / 2)),
});

/** For the start of a connection to the server itself; a pooler in front may refuse them. */
export const startupOptions = (limit: number): string =>
  Object.entries({ ...settingsOf(limit), client_encoding: 'UTF8' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** Makes them for the session. */
export function setAll(limit: number): Required<Statement> {
  const settings = Object.entries(settingsOf(limit));
  const calls = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
  return { text: `select ${calls.join(', ')}`, values: settings.flat() };
}
