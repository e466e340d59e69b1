import type { QueryClient } from '@tanstack/react-query';
import { logProblem } from '../log.ts';
import type { Server } from '../server/supabase.ts';
import type { followLiveUpdates, LiveClients } from './live-updates.ts';

/** A hanging read must not block what comes after the first view. */
const AT_MOST_MS = 10_000;
/** Rows are drawn in the frame after their arrival. */
const IDLE_MS = 1000;
/** Before the second try to fetch the code, which a line that breaks off may have kept away, and at most before another. */
const AGAIN_MS = 2000;
const LONGEST_MS = 60_000;

type Loaded = Pick<LiveClients, 'live'> & { readonly followLiveUpdates: typeof followLiveUpdates };

/**
 * Fetches the code of live updates once the first view is there, and follows them until `ending`. What the page misses
 * until then, they ask for.
 */
export async function startLive(
  server: Server,
  client: QueryClient,
  { userId, ending }: { userId: string; ending: AbortSignal },
): Promise<void> {
  await untilFirstRead(client);
  if (ending.aborted) return;
  const loaded = await loadLive(ending, AGAIN_MS);
  if (loaded === null || ending.aborted) return;
  const end = loaded.followLiveUpdates({ server, live: loaded.live }, client, userId);
  ending.addEventListener('abort', end);
}

/** Null if the page ends first. */
async function loadLive(ending: AbortSignal, wait: number): Promise<Loaded | null> {
  try {
    const code = await import('./open-live.ts');
    return { followLiveUpdates: code.followLiveUpdates, live: await code.openLive() };
  } catch (error) {
    logProblem(`live updates could not be loaded; once more in ${wait} ms`, error);
    await new Promise((resolve) => setTimeout(resolve, wait));
    return ending.aborted ? null : loadLive(ending, Math.min(2 * wait, LONGEST_MS));
  }
}

/** Resolves when what the page reads first has arrived and the browser has nothing else to do. */
async function untilFirstRead(client: QueryClient): Promise<void> {
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
