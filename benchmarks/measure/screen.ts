import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import type { ServerProcess } from '#tests/worlds/server-process.ts';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { findChromium } from '../../tools/find-chromium.ts';
import { type Account, addTasks, signUp } from './account.ts';
import { median, pause, percentile, report } from './figures.ts';
import type { PacedModel } from './paced-model.ts';
import { delegate, follow, type SeenRun, type SeenRuns } from './run-load.ts';

const TIMES = 7;

/**
 * When the first piece of each call was painted, by the clock that this process shares. The name may follow upon a word
 * of the page without a space.
 */
export const WATCH = `{
  window.painted = {};
  new MutationObserver(() => {
    for (const [, name] of document.body?.textContent.matchAll(/(msimpaced\\d+x\\d+)p0\\b/g) ?? []) {
      if (name in painted) continue;
      painted[name] = 0;
      requestAnimationFrame(() => setTimeout(() => { painted[name] = performance.timeOrigin + performance.now(); }));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}`;

export const paintedShape = z.record(z.string(), z.number());

/** One answer in a page that has just been opened, then one more and a reasoning. */
const ACTS = [
  ['a first answer', 'answer'],
  ['a further answer', 'answer'],
  ['a reasoning', 'reasoning'],
] as const;

/** How long after the provider sent it the first piece of an answer was painted in a real browser. */
export async function reportScreen(server: ServerProcess, paced: PacedModel, engine: string): Promise<void> {
  const browser = await openBrowser();
  const waits = new Map<string, { heard: number[]; painted: number[] }>();
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const account = await signUp(server.url, `reader-${time}`);
      const context = await contextOf(browser, server.url, account);
      const runs: SeenRuns = new Map();
      await follow(account, runs);
      const tasks = await addTasks(account, ACTS.length);
      const page = await openDashboard(await context.newPage(), server.url);
      for (const [what, type] of ACTS) {
        const taskId = tasks.pop();
        if (taskId === undefined) throw new Error('there are not enough tasks');
        const run = await delegate(account, { taskId, type, runs });
        const { painted, sent } = await firstPiece(page, run, paced);
        const known = waits.get(what) ?? { heard: [], painted: [] };
        waits.set(what, known);
        known.heard.push(run.firstText - sent);
        known.painted.push(painted - sent);
        while (run.done === 0) await pause(50);
      }
      await context.close();
      await account.client.realtime.disconnect();
    }
  } finally {
    await browser.close();
  }
  for (const [what, { heard, painted }] of waits)
    report(`${what}, first piece sent by the provider, ${engine}`, {
      'heard by a client p50 ms': median(heard),
      'painted p50 ms': median(painted),
      'at most': percentile(painted, 1),
    });
}

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Where the account is signed in. */
export async function contextOf(browser: Browser, url: string, { client }: Account): Promise<BrowserContext> {
  const { data } = await client.auth.getSession();
  const kept = [{ name: SESSION_KEY, value: JSON.stringify(data.session) }];
  return browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage: kept }] },
  });
}

export async function openDashboard(page: Page, url: string): Promise<Page> {
  await page.addInitScript(WATCH);
  await page.goto(`${url}/dashboard`);
  await page.locator('.row-open').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

async function firstPiece(
  page: Page,
  run: SeenRun,
  { calls }: PacedModel,
): Promise<{ painted: number; sent: number }> {
  for (;;) {
    await pause(50);
    const sent = calls.get(run.call)?.sent[0];
    const painted = paintedShape.parse(await page.evaluate('painted'))[run.call];
    if (sent !== undefined && painted) return { painted, sent };
  }
}
