import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { addRows, expect, type Page, row, test } from '../world/site.ts';

/** Kilobytes of JavaScript that a page fetches until it rests: after gzip. */
const LANDING_MAX = 120;
/** Of a sign-in page that nobody has turned to yet. */
const LIGHT_MAX = 10;
/** What is asked for until the first rows are there, after gzip; and all of it as browsers fetch it today: in Brotli. */
const FIRST_ROWS_MAX = 251;
const DASHBOARD_MAX = 250;
const DATA_REQUESTS_MAX = 8;
/** Each file costs a slow phone's main thread some milliseconds, whatever its size. */
const DASHBOARD_SCRIPTS_MAX = 16;

const BUILD = new URL('../../../web/build/client', import.meta.url);

type Packed = '.br' | '.gz';

async function kilobytesOf(scripts: Iterable<string>, packed: Packed): Promise<number> {
  const sizes = await Promise.all(
    [...scripts].map(async (path) => (await stat(`${BUILD.pathname}${path}${packed}`)).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** What a page asks for while `act` runs and until it rests: its scripts, and its calls for data. */
async function askedDuring(page: Page, packed: Packed, act: () => Promise<unknown>) {
  const paths: string[] = [];
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname));
  await act();
  await page.waitForLoadState('networkidle');
  const scripts = new Set(paths.filter((path) => path.endsWith('.js')));
  return {
    scripts: scripts.size,
    kilobytes: await kilobytesOf(scripts, packed),
    dataRequests: paths.filter((path) => /^\/(rest|auth|functions)\/v1\//.test(path)).length,
  };
}

/** Notes when the first row that can be used is there: asked from outside, it would be noticed later. */
const NOTE_FIRST_ROW = `new MutationObserver((_changes, observer) => {
  if (document.querySelector('.row-open') === null) return;
  observer.disconnect();
  performance.mark('first row');
}).observe(document, { childList: true, subtree: true })`;

/** The scripts that were asked for before it. */
const SCRIPTS_BEFORE = `performance.getEntriesByType('resource')
  .filter(({ startTime }) => startTime < performance.getEntriesByName('first row')[0].startTime)
  .map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))`;

test('the landing page and the dashboard keep to their budgets of script and of requests', async ({
  browser,
  site: { url },
  page,
  person,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  // Its script is asked for after the first paint.
  const landing = await askedDuring(visitor, '.gz', () =>
    Promise.all([visitor.waitForRequest(/\.js$/), visitor.goto(url)]),
  );
  expect(landing.kilobytes).toBeGreaterThan(0);
  expect(landing.kilobytes).toBeLessThanOrEqual(LANDING_MAX);
  await visitor.context().close();

  const titles = Array.from({ length: 500 }, (_, index) => `Task ${index + 1}`);
  await addRows(person, titles);
  const device = await browser.newContext({ storageState: await page.context().storageState() });
  const dashboard = await device.newPage();
  await dashboard.addInitScript(NOTE_FIRST_ROW);
  const first = await askedDuring(dashboard, '.br', async () => {
    await dashboard.goto(`${url}/dashboard`);
    await expect(row(dashboard, /^Task 1$/)).toBeVisible();
  });
  const before = z.array(z.string()).parse(await dashboard.evaluate(SCRIPTS_BEFORE));
  const firstRows = await kilobytesOf(new Set(before), '.gz');
  expect(firstRows).toBeGreaterThan(100);
  expect(firstRows).toBeLessThanOrEqual(FIRST_ROWS_MAX);
  expect(first.kilobytes).toBeLessThanOrEqual(DASHBOARD_MAX);
  expect(first.scripts).toBeLessThanOrEqual(DASHBOARD_SCRIPTS_MAX);
  expect(first.dataRequests).toBeLessThanOrEqual(DATA_REQUESTS_MAX);
  // A file that is fetched later would bring another one, and the whole page would be laid out anew.
  await expect(dashboard.locator('link[rel="stylesheet"]')).toHaveCount(1);
  await device.close();
});

for (const path of ['/login', '/register', '/reset-password'])
  test(`${path} fetches its code only once somebody uses it`, async ({ browser, site: { url } }) => {
    const visitor = await (await browser.newContext()).newPage();
    const first = await askedDuring(visitor, '.gz', () =>
      Promise.all([visitor.waitForResponse('**/config.json'), visitor.goto(url + path)]),
    );
    expect(first.kilobytes).toBeGreaterThan(0);
    expect(first.kilobytes).toBeLessThanOrEqual(LIGHT_MAX);
    const used = await askedDuring(visitor, '.gz', () =>
      Promise.all([
        visitor.waitForRequest(/entry\.client/),
        visitor.getByLabel('Email').fill('mara@example'),
      ]),
    );
    expect(used.kilobytes).toBeGreaterThan(100);
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByText('Please enter a valid email address')).toBeVisible();
    await expect(visitor.getByLabel('Email')).toHaveValue('mara@example');
    await visitor.context().close();
  });
