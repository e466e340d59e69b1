/**
 * What a browser loads for the landing page and for the dashboard, how long the dashboard and the login take on a slow
 * line, and Lighthouse on the landing page and the sign-in pages (mobile).
 */
import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startServer } from '#tests/worlds/server-process.ts';
import { findChromium } from '../tools/find-chromium.ts';
import { report } from './measure/figures.ts';
import { benchmarkIndex, lighthouseSlowdown } from './measure/phone-speed.ts';
import { measureOnSlowLine } from './measure/slow-line.ts';

const DEBUG_PORT = 9333;
const FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--remote-debugging-port=${DEBUG_PORT}`,
];

/** Kilobytes of JavaScript as they crossed the wire while `act` ran. */
async function scriptsDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  let bytes = 0;
  const count = async (response: {
    url(): string;
    request(): { sizes(): Promise<{ responseBodySize: number }> };
  }) => {
    if (response.url().includes('.js')) bytes += (await response.request().sizes()).responseBodySize;
  };
  const counting: Promise<void>[] = [];
  const listener = (response: Parameters<typeof count>[0]): void => void counting.push(count(response));
  page.on('response', listener);
  await act();
  await page.waitForLoadState('networkidle');
  page.off('response', listener);
  await Promise.all(counting);
  return bytes / 1000;
}

const server = await startServer({ optimises: true, env: { MAIL_AUTOCONFIRM: 'on' } });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [...FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

const landing = await browser.newPage();
report('landing', { 'JavaScript kB': await scriptsDuring(landing, () => landing.goto(server.url)) });
await landing.close();
const login = await browser.newPage();
report('login, unused', {
  'JavaScript kB': await scriptsDuring(login, () => login.goto(`${server.url}/login`)),
});
await login.close();

const page = await browser.newPage();
await page.goto(`${server.url}/register`);
await page.getByLabel('Full name').fill('Mara Lind');
await page.getByLabel('Email').fill('mara@example.org');
await page.getByLabel('Password', { exact: true }).fill('a rainy tuesday');
await page.getByRole('checkbox', { name: /terms/i }).check();
await page.getByRole('button', { name: 'Sign up' }).click();
await page.waitForURL(/dashboard/);
await page.getByRole('heading', { level: 1 }).waitFor();
await page.getByLabel('Add a task').fill('Call Ann');
await page.keyboard.press('Enter');
await page.locator('.row').waitFor();
// Its first rows are kept when a page goes.
await page.reload();
await page.locator('.row-open').waitFor();
const storageState = await page.context().storageState();
const fresh = await browser.newContext({ storageState });
const dashboard = await fresh.newPage();
report('dashboard, first view', {
  'JavaScript kB': await scriptsDuring(dashboard, () => dashboard.goto(`${server.url}/dashboard`)),
});
await fresh.close();
// Whatever else is open works in the same processes.
await page.close();
for (const [what, selector] of [
  ['row painted', '.row'],
  ['row usable', '.row-open'],
] as const) {
  report(
    `dashboard, slow line, ${what}`,
    await measureOnSlowLine(() => browser.newContext({ storageState }), `${server.url}/dashboard`, selector),
  );
}
report(
  'login, slow line',
  await measureOnSlowLine(() => browser.newContext(), `${server.url}/login`, 'form'),
);

const index = await benchmarkIndex(browser);
const slower = lighthouseSlowdown(index);
report('this machine', { 'benchmark index': index, 'times slower': slower.toFixed(1) });
for (const path of ['/', '/login', '/register']) {
  const result = await lighthouse(
    server.url + path,
    { port: DEBUG_PORT, logLevel: 'error' },
    { extends: 'lighthouse:default', settings: { throttling: { cpuSlowdownMultiplier: slower } } },
  );
  const categories = Object.values(result?.lhr.categories ?? {});
  report(
    `Lighthouse mobile, ${path}`,
    Object.fromEntries(categories.map(({ title, score }) => [title, (score ?? 0) * 100])),
  );
  const metric = (id: string): number => result?.lhr.audits[id]?.numericValue ?? Number.NaN;
  report(`Lighthouse metrics, ${path}`, {
    'LCP ms': metric('largest-contentful-paint'),
    'TBT ms': metric('total-blocking-time'),
    CLS: metric('cumulative-layout-shift'),
  });
}
await browser.close();
await server.stop();
