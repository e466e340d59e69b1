/** After this a change is resent, which is idempotent. */
const TIME_LIMIT_MS = 15_000;

export function timeLimit(): AbortSignal {
  return AbortSignal.timeout(TIME_LIMIT_MS);
}
