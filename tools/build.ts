/**
 * Builds side by side what a start needs: the web app, the server, an empty database. Leaves alone what is newer than
 * its sources, unless told to `--force`.
 */
import { run } from './run.ts';

const args = process.argv.includes('--force') ? ['--force'] : [];
const codes = await Promise.all(
  ['web', 'server', 'database'].map((part) => run('node', [`tools/build-${part}.ts`, ...args])),
);
process.exitCode = Math.max(...codes);
