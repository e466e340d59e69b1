import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import type { EngineData } from './serve-engine.ts';

/** Milliseconds after the start. Writing the cache takes a moment that nobody should wait for. */
const SAVED_AFTER = 2_000;

// A thread has a cache of its own. Where the folder can't be written, there is none.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/errand', import.meta.url)));
const { serveEngine } = await import('./serve-engine.ts');
await serveEngine(workerData as EngineData);
setTimeout(flushCompileCache, SAVED_AFTER).unref();
