/**
 * Codes with which the data interface says that its database is away or overloaded, not that the request was wrong;
 * and that the token is too old, which the next one mends, or a new sign-in.
 */
const UNAVAILABLE = /^(PGRST0|PGRST30[13]|08|53|57|over_request_rate_limit)/;

const UNIQUE_VIOLATION = '23505';

/** The change cannot be made, for a reason that was found in the server's answer. Repeating it is no use. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/**
 * Whether the server has answered and said no, as opposed to not having been reached or being out of order.
 * Told by name, not by class: importing supabase-js for its classes would load it wherever this is asked.
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

/** Whether a row with the same `client_id` is there already: it had arrived before, only the answer was lost. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === UNIQUE_VIOLATION;
}

function codeOf(error: Error): string {
  const hasCode = error.name === 'PostgrestError' && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : '';
}
