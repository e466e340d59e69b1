/** For failures that the person need not see, or has been told in other words: kept where a developer looks. */
export function logProblem(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place; the browser has no other log
  console.warn(what, error);
}
