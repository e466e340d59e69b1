/** Codes with which the data interface says that its database is away or overloaded, not that the request was wrong. */
const UNAVAILABLE = /^(PGRST0|08|53|57)/;

const UNIQUE_VIOLATION = '23505';

/**
 * Whether the server has answered and said no, as opposed to not having been reached or being out of order.
 * Told by name, not by class: importing supabase-js for its classes would load it wherever this is asked.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
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
