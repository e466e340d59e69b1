import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Milliseconds after the start. Writing the cache takes a moment that nobody should wait for. */
const SAVED_AFTER = 2_000;

// Files written by this program must not be readable by other users.
process.umask(0o077);

// Before anything else is loaded: a start spends half of its time on compiling unless an earlier one has kept the result.
// Where the folder can't be written, there is no cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/errand', import.meta.url)));
const { serve } = await import('./serve.ts');
await serve();
setTimeout(flushCompileCache, SAVED_AFTER).unref();
