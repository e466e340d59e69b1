/**
 * Error codes of the data API for an unavailable or overloaded database, rows that somebody else holds, a used-up share
 * of the database, or an expired token, as opposed to a bad request.
 */
const UNAVAILABLE = /^(PGRST0|PGRST30[13]|08|40|53|55P03|57|PT429|over_request_rate_limit)/;

const UNIQUE_VIOLATION = '23505';

/** The change can't be made, for a reason found in the server's response. Retrying is pointless. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/**
 * True if the server answered and refused, as opposed to being unreachable or failing. Checked by name:
 * importing supabase-js for its classes would load it everywhere.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Refused) return true;
  if (error.name === 'FunctionsHttpError' && 'context' in error && error.context instanceof Response) {
    return error.context.status < 500;
  }
  const code = codeOf(error);
  return code !== '' && !UNAVAILABLE.test(code);
}

/**
 * True if a row with the same `client_id` exists: the earlier request arrived and only its response was lost.
 */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === UNIQUE_VIOLATION;
}

function codeOf(error: Error): string {
  const hasCode = error.name === 'PostgrestError' && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : '';
}
