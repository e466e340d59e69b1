/**
 * A signal that aborts after `limit` milliseconds, to be used in place of `AbortSignal.timeout`: Node (24.21) never frees a
 * signal of `AbortSignal.any` that has one of those among its sources, once it becomes a source itself, which is what
 * happens to the limit of a request within the limit of a run.
 */
export function timeoutSignal(limit: number): AbortSignal {
  const controller = new AbortController();
  const late = (): void => controller.abort(new DOMException(`not done after ${limit} ms`, 'TimeoutError'));
  setTimeout(late, limit).unref();
  return controller.signal;
}
