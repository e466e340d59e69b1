/**
 * The dashboard with 500 tasks on a simulated mid-range phone, and on a slow one: Chromium with its processor slowed down.
 * What a person would feel: the first view, a tick, a new task, and the slowest of many presses (these at full speed, too).
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { COUNT_RENDERS } from '#tests/fixtures/count-renders.ts';
import { removeDataDir, type ServerProcess, startServer } from '#tests/worlds/server-process.ts';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { findChromium } from '../tools/find-chromium.ts';
import { median, percentile, report } from './measure/figures.ts';
import { benchmarkIndex, PHONES, slowdownTo } from './measure/phone-speed.ts';

const TASKS = 500;
const COMPLETED = 120;
const TIMES = 5;
/** Presses that are named, the slowest first. */
const SLOWEST = 5;

/** What the browser itself measures: long tasks, shifts of the layout, the duration of each interaction. */
const OBSERVE = `{
  window.figures = { shift: 0, firstRow: 0, lastLong: 0, presses: {}, enters: [] };
  const observe = (type, note, options) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, ...options });
  observe('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) figures.shift += value; });
  observe('longtask', ({ startTime, duration }) => { figures.lastLong = startTime + duration; });
  // Asking from outside, again and again, would be work on the same slow processor.
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('.row-open') === null) return;
    observer.disconnect();
    figures.firstRow = performance.now();
  }).observe(document, { childList: true, subtree: true });
  observe('event', ({ interactionId, name, duration, target }) => {
    if (interactionId && !(figures.presses[interactionId]?.duration > duration)) {
      const on = target?.getAttribute?.('aria-label') ?? target?.textContent ?? '';
      figures.presses[interactionId] = { name, duration, on: on.slice(0, 30) };
    }
  }, { durationThreshold: 16 });
}`;

/** From the key to the row that can be seen: in the document, and on the screen. */
const WATCH_ENTER = `{
  document.addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'Enter') return;
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      const there = performance.now() - timeStamp;
      requestAnimationFrame(() => setTimeout(() =>
        figures.enters.push({ there, painted: performance.now() - timeStamp })));
    }).observe(document.querySelector('section[aria-label=Pending]'), { childList: true, subtree: true });
  }, { capture: true });
}`;

const figuresShape = z.object({
  shift: z.number(),
  firstRow: z.number(),
  lastLong: z.number(),
  presses: z.record(z.string(), z.object({ name: z.string(), on: z.string(), duration: z.number() })),
  enters: z.array(z.object({ there: z.number(), painted: z.number() })),
});
const rendersShape = z.array(z.object({ rows: z.array(z.string()), components: z.number() }));

async function main(): Promise<void> {
  const server = await startServer({ optimises: true, env: { MAIL_AUTOCONFIRM: 'on' } });
  const session = await fillList(server);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const kept = [{ name: SESSION_KEY, value: session }];
  const newDevice = (): Promise<BrowserContext> =>
    browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage: kept }] },
    });
  try {
    const index = await benchmarkIndex(browser);
    report('this machine', { 'benchmark index': index });
    await reportWork(server, newDevice);
    await reportPresses(server, await newDevice(), { on: 'at full speed', slower: 1 });
    for (const [phone, itsIndex] of Object.entries(PHONES)) {
      const speed = { on: `on a ${phone} phone`, slower: slowdownTo(itsIndex, index) };
      report(speed.on, { 'times slower': speed.slower.toFixed(1) });
      await reportStarts(server, newDevice, speed);
      if (phone === 'mid-range') await reportPresses(server, await newDevice(), speed);
    }
  } finally {
    await browser.close();
    await server.stop();
    await removeDataDir(server.dataDir);
  }
}

interface Speed {
  readonly on: string;
  /** How many times slower the processor is made. */
  readonly slower: number;
}

/** The first view of a device that knows nothing, and its second, which has a copy of the list. */
async function reportStarts(
  server: ServerProcess,
  newDevice: () => Promise<BrowserContext>,
  { on, slower }: Speed,
): Promise<void> {
  const starts: Start[] = [];
  const returns: Start[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const device = await newDevice();
    starts.push(await measureStart(device, server.url, slower));
    returns.push(await measureStart(device, server.url, slower));
    await device.close();
  }
  const [one] = starts;
  report(`first view, ${on}`, {
    tasks: TASKS,
    'data requests': one?.requests ?? Number.NaN,
    'JavaScript kB': one?.scripts ?? Number.NaN,
  });
  for (const [what, all] of [
    ['new device', starts],
    ['known device', returns],
  ] as const)
    report(`first view, ${on}, ${what}`, {
      'first row ms': median(all.map(({ firstRow }) => firstRow)),
      'interactive ms': median(all.map(({ interactive }) => interactive)),
      CLS: Math.max(...all.map(({ shift }) => shift)).toFixed(4),
    });
}

/**
 * Processor time of the page's main thread until the first view rests, at full speed: it counts this page's work alone,
 * so that the least of several runs means something on a machine that is not idle.
 */
async function reportWork(server: ServerProcess, newDevice: () => Promise<BrowserContext>): Promise<void> {
  const all: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const device = await newDevice();
    const page = await device.newPage();
    const session = await device.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${server.url}/dashboard`);
    await untilThere(page);
    const { metrics } = await session.send('Performance.getMetrics');
    all.push(1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN));
    await device.close();
  }
  report('first view, new device, at full speed', { 'main thread ms, least': Math.min(...all) });
}

/** The whole list is counted, and nothing more is being loaded. */
async function untilThere(page: Page): Promise<void> {
  await page.getByText(String(TASKS), { exact: true }).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

interface Start {
  readonly requests: number;
  readonly scripts: number;
  readonly firstRow: number;
  /** When the rows are there and the last long task is over. */
  readonly interactive: number;
  readonly shift: number;
}

async function measureStart(device: BrowserContext, url: string, slower: number): Promise<Start> {
  const page = await openPage(device, slower, OBSERVE);
  let requests = 0;
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\/(rest|auth|functions)\/v1\//.test(response.url())) requests += 1;
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(`${url}/dashboard`);
  await untilThere(page);
  const { shift, firstRow, lastLong } = figuresShape.parse(await page.evaluate('figures'));
  const scripts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  await page.close();
  return { requests, scripts, firstRow, interactive: Math.max(firstRow, lastLong), shift };
}

async function reportPresses(
  server: ServerProcess,
  device: BrowserContext,
  { on, slower }: Speed,
): Promise<void> {
  const page = await openPage(device, slower, OBSERVE, COUNT_RENDERS);
  await page.goto(`${server.url}/dashboard`);
  await untilThere(page);
  await page.evaluate(WATCH_ENTER);

  const rows: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await page.evaluate('renders.length = 0');
    await page.locator('.row:not([data-done]) > .check').nth(time).click();
    await page.waitForTimeout(400);
    const commits = rendersShape.parse(await page.evaluate('renders'));
    rows.push(new Set(commits.flatMap((commit) => commit.rows)).size);
    // Until it has left, and the completed ones were read again.
    await page.waitForTimeout(2500);
  }
  const line = page.getByLabel('Add a task');
  for (let time = 0; time < TIMES; time += 1) {
    await line.click();
    // For today, whose rows are drawn: what is for later may stand far below.
    await page.keyboard.type(`Buy ${time} boxes !high #work`, { delay: 60 });
    await page.keyboard.press('Enter');
    await page.waitForTimeout(800);
  }
  for (const name of [/^Work/, /^Today/, /^Tomorrow/, /^Personal/]) {
    await page.getByRole('button', { name }).click();
    await page.waitForTimeout(500);
  }
  await page.getByRole('button', { name: /^All/ }).first().click();
  await page.waitForTimeout(500);
  for (const name of ['Show 25 more', 'Older', 'More']) {
    const button = page.getByRole('button', { name }).first();
    if (await button.isVisible()) await button.click();
    await page.waitForTimeout(500);
  }
  const { presses, enters, shift } = figuresShape.parse(await page.evaluate('figures'));
  const durations = Object.values(presses).map(({ duration }) => duration);
  report(`a tick, ${on}`, { 'rows drawn again, at most': Math.max(...rows) });
  report(`Enter in quick add, ${on}`, {
    'row in the document ms, p50': median(enters.map(({ there }) => there)),
    'painted ms, p50': median(enters.map(({ painted }) => painted)),
    count: enters.length,
  });
  report(`all presses, ${on}`, {
    count: durations.length,
    'INP ms': percentile(durations, 0.98),
    slowest: Object.values(presses)
      .toSorted((a, b) => b.duration - a.duration)
      .slice(0, SLOWEST)
      .map(({ name, on, duration }) => `${name} on ${on} ${duration}`)
      .join('; '),
    'all shifts, those of rows that leave included': shift.toFixed(4),
  });
  await page.close();
}

async function openPage(device: BrowserContext, slower: number, ...scripts: string[]): Promise<Page> {
  const page = await device.newPage();
  for (const script of scripts) await page.addInitScript(script);
  const session = await device.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
}

/** An account with a long list. Answers with its session, as the browser keeps it. */
async function fillList({ url }: ServerProcess): Promise<string> {
  const config = await (await fetch(`${url}/config.json`)).json();
  const { anonKey } = z.object({ anonKey: z.string() }).parse(config);
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signUp({
    email: 'mara@example.org',
    password: 'a rainy tuesday',
    options: { data: { full_name: 'Mara Lind', terms_accepted: true, marketing_accepted: false } },
  });
  if (error) throw error;
  const now = Date.now();
  const rows = Array.from({ length: TASKS + COMPLETED }, (_, index) => ({
    user_id: data.user?.id,
    client_id: crypto.randomUUID(),
    title: `Task ${index + 1}: write to somebody about the thing that has to be done`,
    category: TASK_CATEGORIES[index % TASK_CATEGORIES.length],
    priority: TASK_PRIORITIES[index % TASK_PRIORITIES.length],
    timeframe: TASK_TIMEFRAMES[index % TASK_TIMEFRAMES.length],
    is_completed: index >= TASKS,
    created_at: new Date(now - index * 60_000).toISOString(),
  }));
  await client.from('tasks').insert(rows).throwOnError();
  return JSON.stringify(data.session);
}

await main();
