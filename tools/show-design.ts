/** Shows each part of the ui kit in each state, in both themes, and again after each change: `npm run design`. */
import { join } from 'node:path';
import { ROOT, run } from './run.ts';

process.exitCode = await run('react-router', ['dev', '--open', '/design'], {
  cwd: join(ROOT, 'web'),
  env: { DESIGN_PAGE: 'on' },
});
