/**
 * Visits of the dashboard by accounts with few and many tasks: calls and bytes, as a new device and as one that comes back,
 * and after a break of its connection. Counted by Chromium itself, so that bytes are those on the wire. And a search as it
 * is typed: from each key to the results of what is typed by then.
 */
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type WebSocketRoute,
} from '@playwright/test';
import { z } from 'zod';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { removeDataDir, type ServerProcess, startServer, UNLIMITED } from '#tests/worlds/server-process.ts';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { findChromium } from '../tools/find-chromium.ts';
import { type Account, signUp } from './measure/account.ts';
import { median, pause, percentile, report } from './measure/figures.ts';

const SIZES = [20, 500, 50_000];
const PROJECTS = 12;
const COMPLETED = 60;
/** Fewer than a busy machine has time for within the limit of a statement. */
const AT_ONCE = 250;
/** Between two keys of somebody who types quickly. */
const KEY_MS = 120;
/** A visit is over when no call has been made for so long. The app checks what it has missed 2 s after the first view. */
const QUIET_MS = 6000;
/** What happened just before a visit would be missed by it, for all that the app can know. */
const SETTLED_MS = 25_000;

interface Visit {
  calls: number;
  bytes: number;
  readonly paths: string[];
}

async function main(): Promise<void> {
  const server = await startServer({ env: { ...UNLIMITED, MAIL_AUTOCONFIRM: 'on' } });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const chosen = process.argv
      .slice(2)
      .map(Number)
      .filter((size) => size > 0);
    for (const size of chosen.length > 0 ? chosen : SIZES) {
      const account = await signUp(server.url, `visitor${size}`);
      await fill(account, size);
      await pause(SETTLED_MS);
      const { data } = await account.client.auth.getSession();
      const kept = [{ name: SESSION_KEY, value: JSON.stringify(data.session) }];
      const device = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: server.url, localStorage: kept }] },
      });
      await reportVisits(server, device, size);
      await reportKeys(server, device, size);
      await device.close();
    }
  } finally {
    await browser.close();
    await server.stop();
    await removeDataDir(server.dataDir);
  }
}

async function reportVisits({ url }: ServerProcess, device: BrowserContext, size: number): Promise<void> {
  for (const what of ['new device', 'known device']) {
    const page = await device.newPage();
    const seen = await watch(page);
    const begun = performance.now();
    await page.goto(`${url}/dashboard`);
    await page.locator('.row-open').first().waitFor();
    const firstRow = performance.now() - begun;
    await untilQuiet(seen);
    say(`${size} tasks, ${what}`, seen, { 'first row ms': firstRow });
    await page.close();
  }
  const page = await device.newPage();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(`${url}/dashboard`);
  await page.locator('.row-open').first().waitFor();
  await untilQuiet(await watch(page));
  const seen = await watch(page);
  for (const socket of sockets) await socket.close();
  await untilQuiet(seen);
  say(`${size} tasks, after a break`, seen, {});
  await page.close();
}

/** Notes for each key how long it takes until the palette shows what it has found for the text by then. */
const WATCH_KEYS = `{
  window.found = [];
  let pressed = 0;
  const said = document.querySelector('[role=dialog] output, [role=dialog] [role=status]');
  document.addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (said.textContent === '' || pressed === 0) return;
    const key = pressed;
    pressed = 0;
    requestAnimationFrame(() => setTimeout(() => found.push(performance.now() - key)));
  }).observe(said, { childList: true, characterData: true, subtree: true });
}`;

async function reportKeys({ url }: ServerProcess, device: BrowserContext, size: number): Promise<void> {
  const page = await device.newPage();
  await page.goto(`${url}/dashboard`);
  await page.locator('.row-open').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await field.waitFor();
  await page.evaluate(WATCH_KEYS);
  const samples: number[] = [];
  for (const words of ['task', 'the landlord', 'plumber', 'grandmother']) {
    await field.fill('');
    await field.pressSequentially(words, { delay: KEY_MS });
    await pause(1000);
    samples.push(...z.array(z.number()).parse(await page.evaluate('found.splice(0)')));
  }
  report(`${size} tasks, search as it is typed`, {
    'key to result ms, p50': median(samples),
    p95: percentile(samples, 0.95),
    results: samples.length,
  });
  await page.close();
}

function say(what: string, { calls, bytes, paths }: Visit, more: Record<string, number>): void {
  report(what, { calls, 'kB on the wire': bytes / 1000, ...more });
  if (process.argv.includes('--calls')) for (const path of paths) console.log(`  ${path}`);
}

const CALL = /\/(rest|auth|functions)\/v1\//;

async function watch(page: Page): Promise<Visit> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const visit: Visit = { calls: 0, bytes: 0, paths: [] };
  const calls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!CALL.test(request.url)) return;
    visit.calls += 1;
    calls.set(requestId, `${request.method} ${request.url.replace(/^.*?\/v1\//, '').slice(0, 90)}`);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const call = calls.get(requestId);
    if (call === undefined) return;
    visit.bytes += encodedDataLength;
    visit.paths.push(`${encodedDataLength} ${call}`);
  });
  return visit;
}

async function untilQuiet(visit: Visit): Promise<void> {
  for (let [before, now] = [-1, 0]; before !== now; ) {
    before = visit.calls + visit.bytes;
    await pause(QUIET_MS);
    now = visit.calls + visit.bytes;
  }
}

async function fill({ client, userId }: Account, size: number): Promise<void> {
  const projects = Array.from({ length: PROJECTS }, (_, index) => ({
    user_id: userId,
    name: `Project ${index}`,
  }));
  const { data } = await client.from('projects').insert(projects).select('id').throwOnError();
  const now = Date.now();
  for (let from = 0; from < size + COMPLETED; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, size + COMPLETED - from) }, (_, place) => {
      const index = from + place;
      return {
        user_id: userId,
        client_id: crypto.randomUUID(),
        title: `Task ${index + 1}: write to ${TOPICS[index % TOPICS.length]} about no. ${(index * 7919) % 99_991}`,
        category: TASK_CATEGORIES[index % TASK_CATEGORIES.length],
        priority: TASK_PRIORITIES[index % TASK_PRIORITIES.length],
        timeframe: TASK_TIMEFRAMES[index % TASK_TIMEFRAMES.length],
        project_id: index % 3 === 0 ? data[index % PROJECTS]?.id : null,
        is_completed: index >= size,
        created_at: new Date(now - index * 60_000).toISOString(),
      };
    });
    await client.from('tasks').insert(rows).throwOnError();
  }
}

const TOPICS = [
  'the landlord',
  'Anna and Ben',
  'the tax office',
  'a plumber',
  'the school',
  'grandmother',
  'the bank',
];

await main();
