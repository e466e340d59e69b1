/**
 * `npm test`: every check, then every suite on the embedded database, on PostgreSQL what can end otherwise there, and in a
 * real browser. `npm run test:long`: every suite on both, with all cases and thousands of random ones.
 */
import { findTestBrowser } from './find-chromium.ts';
import { run, runSteps } from './run.ts';

const isLong = process.argv.includes('--long');
const ENVIRONMENT: Readonly<Record<string, string>> = {
  SERVER_PROGRAM: 'server/build/main.js',
  ...(isLong && { TEST_LONG: '1' }),
};

const suite = (engine: 'pglite' | 'postgres', projects: readonly string[]) => () =>
  run('vitest', ['run', ...projects.map((name) => `--project=${name}`)], {
    env: { TEST_DATABASE: engine, ...ENVIRONMENT },
  });
/** Those that can meet a database; the others would only run the same code twice. */
const WITH_DATABASE = ['server', ...(isLong ? ['mocking'] : [])];

await runSteps([
  ['checks', () => run('node', ['tools/check.ts'])],
  ['web app, server and empty database are built', () => run('node', ['tools/build.ts'])],
  ['suites on the embedded database', suite('pglite', [])],
  ['suites on PostgreSQL', suite('postgres', WITH_DATABASE)],
  [
    'the app in a real browser',
    () => {
      const chromium = findTestBrowser();
      const env = { ...ENVIRONMENT, ...(chromium && { PLAYWRIGHT_CHROMIUM: chromium }) };
      return run('playwright', ['test'], { env });
    },
  ],
]);
