/**
 * The worker of PGlite on a disk that fails when the file `<folder>.fault` exists: at the next flush, that is in the
 * middle of a COMMIT. Its content says how: `exit` ends the thread, `EIO` is what the disk answers.
 */
import { existsSync, fsyncSync, readFileSync, rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { serveEngine } from '#server/platform/db/pglite/serve-engine.ts';

const file = `${workerData.folder}.fault`;

await serveEngine(workerData, {
  fsync(descriptor) {
    if (existsSync(file)) {
      const fault = readFileSync(file, 'utf8');
      rmSync(file);
      if (fault === 'exit') process.exit(1);
      throw Object.assign(new Error(`${fault}: injected`), { code: fault });
    }
    fsyncSync(descriptor);
  },
});
