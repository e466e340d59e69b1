/** HTTP status by SQLSTATE prefix; first match wins, so longer prefixes come first. */
const BY_PREFIX: readonly (readonly [prefix: string, status: number])[] = [
  ['23503', 409],
  ['23505', 409],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['25006', 405],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  // PostgREST: 500. It has already been retried at this point.
  ['40P01', 503],
  ['40', 500],
  ['53100', 507],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  // PostgREST: 500.
  ['55P03', 503],
  ['55', 500],
  ['57014', 504],
  ['57P01', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['XX', 500],
  ['P0001', 400],
  ['P0', 500],
];

/**
 * Returns the status for a PostgreSQL error. `isAnon`: a forbidden action is 401 for anon, 403 for a signed-in user.
 */
export function statusOfSqlState(code: string, message: string, isAnon: boolean): number {
  if (code === '42501') return isAnon ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith('PT')) return customStatus(code.slice(2));
  return BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** `raise sqlstate 'PT402'` answers with status 402. */
function customStatus(digits: string): number {
  const status = Number(digits);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}
