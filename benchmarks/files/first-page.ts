/**
 * How long the cited page of a PDF takes to be drawn on a mid-range phone, from the tap on `[p. …]`: the first time, with
 * the code of the reader to load, and for another page of the same file. A contract of 100 pages, at the phone's speed and
 * size of a screen, by the network of this machine. `node benchmarks/files/first-page.ts`
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { signUp } from '../measure/account.ts';
import { openPlace } from '../measure/engines.ts';
import { median, report } from '../measure/figures.ts';
import { HONEST, hand } from '../measure/hand-in.ts';
import { benchmarkIndex, PHONES, slowdownTo } from '../measure/phone-speed.ts';
import { contextOf, openBrowser } from '../measure/screen.ts';

const TIMES = Number(process.argv[2] ?? 5);

const CITATION = /^p\. \d+$/;

/** Milliseconds from a tap to the first frame in which the page is drawn, and its text laid over it. */
const untilDrawn = (name: string, at: number): string => `new Promise((resolve) => {
  const citations = [...document.querySelectorAll('article button')].filter(({ textContent }) => /^p\\. \\d+$/.test(textContent.trim()));
  const begun = performance.now();
  citations[${at}].click();
  const look = () => {
    const shown = document.querySelector('[aria-label="${name}"]');
    if (shown?.querySelector('canvas') && shown.textContent.length > 20) setTimeout(() => resolve(performance.now() - begun));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

async function open(page: Page, at: number): Promise<number> {
  const citation = page.getByRole('article').getByRole('button', { name: CITATION }).nth(at);
  const number = (await citation.textContent())?.match(/\d+/)?.[0] ?? '';
  return z.number().parse(await page.evaluate(untilDrawn(`Page ${number}`, at)));
}

const place = await openPlace('pglite');
const simulator = await startAiSimulator();
const server = await place.start({
  AI_BASE_URL: simulator.url,
  AI_API_KEY: simulator.apiKey,
  AI_MODEL_FAST: 'sim/team',
  AI_MODELS: 'doc_summary=sim/pdf',
});
const browser = await openBrowser();
try {
  const [, contract] = HONEST;
  if (contract === undefined) throw new Error('there is no PDF');
  const account = await signUp(server.url, 'reader');
  await hand(server.url, account, contract);
  const slower = slowdownTo(PHONES['mid-range'], await benchmarkIndex(browser));
  const [first, further]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time += 1) {
    const context = await contextOf(browser, server.url, account);
    const page = await context.newPage();
    await page.setViewportSize({ width: 412, height: 823 });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('button', { name: 'View Full Response' }).click({ timeout: 60_000 });
    await page.getByRole('article').getByRole('button', { name: CITATION }).first().waitFor();
    await page.waitForLoadState('networkidle');
    first.push(await open(page, 0));
    await page.keyboard.press('Escape');
    await page.getByRole('article').waitFor();
    further.push(await open(page, 1));
    await context.close();
  }
  report('the cited page of a PDF of 100 pages', {
    slower: `${slower.toFixed(1)} times`,
    'first p50 ms': median(first),
    each: first.map((took) => took.toFixed(0)).join(' '),
    'a further one p50 ms': median(further),
  });
} finally {
  await browser.close();
  await server.stop();
  await simulator.close();
  await place.remove();
}
