import type { QueryClient } from '@tanstack/react-query';

/** A hanging read must not block what comes after the first view. */
const AT_MOST_MS = 10_000;
/** Rows are drawn in the frame after their arrival. */
const IDLE_MS = 1000;

/** Resolves when what the page reads first has arrived and the browser has nothing else to do. */
export async function untilFirstRead(client: QueryClient): Promise<void> {
  await new Promise<void>((resolve) => {
    let hasBegun = client.isFetching() > 0;
    const timer = setTimeout(finish, AT_MOST_MS);
    const unsubscribe = client.getQueryCache().subscribe(() => {
      const isReading = client.isFetching() > 0;
      if (hasBegun && !isReading) finish();
      hasBegun ||= isReading;
    });
    function finish() {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
  });
  await new Promise<void>((resolve) => {
    // Not in every browser.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve, IDLE_MS / 4);
  });
}
