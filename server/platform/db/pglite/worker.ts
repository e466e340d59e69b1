import { workerData } from 'node:worker_threads';
import { useCompileCache } from '#server/lib/compile-cache.ts';
import type { EngineData } from './serve-engine.ts';

// A thread has a cache of its own.
const keepCompiled = useCompileCache();
const { serveEngine } = await import('./serve-engine.ts');
await serveEngine(workerData as EngineData);
keepCompiled();
