import { workerData } from 'node:worker_threads';
import { type EngineData, serveEngine } from './serve-engine.ts';

await serveEngine(workerData as EngineData);
