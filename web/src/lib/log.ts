/** Logs a failure that the user need not see, or was told of in other words, for developers. */
export function logProblem(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place; the browser has no other log
  console.warn(what, error);
}
