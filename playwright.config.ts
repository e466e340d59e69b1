import { defineConfig } from '@playwright/test';
import { ALSO_ON_THE_PHONE, DESKTOP, PHONE } from './tests/e2e/world/devices.ts';

const executablePath = process.env['PLAYWRIGHT_CHROMIUM'];
/** Without these a headless Chromium calls its maker at every start, and waits for the answers. */
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Keeps no spare renderer ready for a next page: a tenth of what a page costs. */
const NO_SPARE = '--renderer-process-limit=1';
/** A name that isn't localhost, as in a home network: its pages have no https. */
const HOME = '--host-resolver-rules=MAP home.test 127.0.0.1';
/** No page lives long enough to win back what V8's optimising compilers take. */
const NOT_HOT = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 180_000,
  // What takes a second on a quiet machine takes thirty on a very busy one. A wait ends as soon as what it waits for is so.
  expect: { timeout: 60_000 },
  // On two cores: more than half of a test's time is waiting for a model, a mail, or what is looked for again and again.
  workers: 5,
  // A test that passes only when repeated is listed as flaky: a defect to be found, of the app or of the test.
  retries: 2,
  reporter: [['list']],
  projects: [{ name: 'desktop' }, { name: 'phone', grep: ALSO_ON_THE_PHONE, use: PHONE }],
  use: {
    ...DESKTOP,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What is half faded in or out is no state that anybody reads, and to draw it costs. The main job is done with motion.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...QUIET, NO_SPARE, NOT_HOT, HOME, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
