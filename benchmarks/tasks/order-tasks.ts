/**
 * A drop in a list of 10,000 tasks, of one and of 99 chosen ones: until the row stands at its place on this device, until
 * the server has stored it, and until a second device shows it.
 */
import { chromium, type Page } from '@playwright/test';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { findChromium } from '../../tools/find-chromium.ts';
import { addTasks, signUp } from '../measure/account.ts';
import { openPlace } from '../measure/engines.ts';
import { median, report } from '../measure/figures.ts';

const TASKS = 10_000;
/** Added with one request. */
const AT_ONCE = 250;
const TIMES = 5;
/** Number of the row that is dragged, of those on the screen. */
const DRAGGED = 8;
const DESKTOP = { width: 1280, height: 860 };

const place = await openPlace('pglite');
const server = await place.start();
const account = await signUp(server.url, 'many');
for (let added = 0; added < TASKS; added += AT_ONCE) await addTasks(account, AT_ONCE);
const { data } = await account.client.auth.getSession();
const kept = [{ name: SESSION_KEY, value: JSON.stringify(data.session) }];
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function openDevice(): Promise<Page> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage: kept }] },
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await page.getByText(String(TASKS), { exact: true }).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Notes the time at which the first row is another one, on the clock that both devices share. */
const WATCH_FIRST = `new Promise((resolve) => {
  const first = () => document.querySelector('[data-task-id]')?.dataset.taskId;
  const before = first();
  new MutationObserver((_changes, observer) => {
    if (first() === before) return;
    observer.disconnect();
    resolve(Date.now());
  }).observe(document.body, { childList: true, subtree: true });
})`;

interface Drop {
  readonly here: number;
  readonly stored: number;
  readonly there: number;
}

/** Drags a row to the top. */
async function drop(page: Page, other: Page): Promise<Drop> {
  const rows = page.locator('.row-text');
  const from = await rows.nth(DRAGGED).boundingBox();
  const to = await rows.first().boundingBox();
  if (!from || !to) throw new Error('the rows are not on the screen');
  await page.mouse.move(from.x + 20, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y - 5, { steps: 8 });
  const [here, there] = [page.evaluate<number>(WATCH_FIRST), other.evaluate<number>(WATCH_FIRST)];
  const stored = page.waitForResponse(/place_tasks/).then(() => Date.now());
  const dropped = Date.now();
  await page.mouse.up();
  const times = {
    here: (await here) - dropped,
    stored: (await stored) - dropped,
    there: (await there) - dropped,
  };
  await page.waitForLoadState('networkidle');
  return times;
}

async function reportDrops(what: string, times: number): Promise<void> {
  const drops: Drop[] = [];
  for (let time = 0; time < times; time += 1) drops.push(await drop(page, other));
  report(`a drop among ${TASKS} tasks, ${what}`, {
    'row at its place ms, p50': median(drops.map(({ here }) => here)),
    'stored ms, p50': median(drops.map(({ stored }) => stored)),
    'on a second device ms, p50': median(drops.map(({ there }) => there)),
  });
}

const page = await openDevice();
const other = await openDevice();
await reportDrops('one', TIMES);
await page
  .locator('.row')
  .nth(1)
  .click({ modifiers: ['Control'] });
await page.keyboard.press('End');
await page.locator('.row').nth(99).scrollIntoViewIfNeeded();
await page
  .locator('.row')
  .nth(99)
  .click({ modifiers: ['Shift'] });
await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
// Once: then they are at the top.
await reportDrops('99 chosen', 1);

await browser.close();
await server.stop();
await place.remove();
