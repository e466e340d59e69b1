/** A process: makes a new database in the folder that it is given, and flushes all of it to the disk. */
import { rmSync } from 'node:fs';
import { closeToOthers } from './close-to-others.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { flushTree } from './flush.ts';
import { openEngine } from './open-engine.ts';

const [folder = ''] = process.argv.slice(2);
const engine = openEngine(new DurableFileSystem(folder));
await engine.waitReady;
await engine.close();
// PGlite copies initdb's 971 files into place without one fsync, and PostgreSQL later flushes only what it changes:
// a power cut soon after the first start could take the catalogues.
closeToOthers(folder);
flushTree(folder);
await new Promise((resolve) => setImmediate(resolve)); // so that a lost connection is noticed
// Nobody waits for the result any more.
if (!process.connected) rmSync(folder, { recursive: true, force: true });
else process.disconnect();
