/** Child process that creates a database in the given folder and flushes it to disk. */
import { rmSync } from 'node:fs';
import { closeToOthers } from './close-to-others.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { flushTree } from './flush.ts';
import { openEngine } from './open-engine.ts';

const [folder = ''] = process.argv.slice(2);
const engine = openEngine(new DurableFileSystem(folder));
await engine.waitReady;
await engine.close();
// PGlite copies initdb's 971 files into place without an fsync, and PostgreSQL later only flushes what it changes:
// a power failure soon after the first start could destroy the catalogues.
closeToOthers(folder);
flushTree(folder);
await new Promise((resolve) => setImmediate(resolve)); // so that a lost connection is noticed
// The parent is gone.
if (!process.connected) rmSync(folder, { recursive: true, force: true });
else process.disconnect();
