import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/errand', import.meta.url));
/** Milliseconds after the start. Writing the cache takes a moment that nobody should wait for. */
const SAVED_AFTER = 2_000;

/**
 * Takes compiled code from a cache, for whatever this thread loads afterwards: a start spends half of its time on compiling
 * unless an earlier one has kept the result. Returns what to call after the start, to keep it for the next one. Where the
 * folder can't be written, there is no cache.
 */
export function useCompileCache(): () => void {
  enableCompileCache(FOLDER);
  return () => void setTimeout(flushCompileCache, SAVED_AFTER).unref();
}
