import type { BrowserContext } from '@playwright/test';
import { median } from './figures.ts';

/** A poor mobile line. */
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const TIMES = 3;

/** Milliseconds from the request of a page until it paints something, and until `selector` matches. Nothing is cached. */
export async function measureOnSlowLine(
  newDevice: () => Promise<BrowserContext>,
  url: string,
  selector: string,
): Promise<{ 'first paint ms': number; 'shown ms': number }> {
  const views: { paint: number; shown: number }[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const device = await newDevice();
    views.push(await viewOnce(device, url, selector));
    await device.close();
  }
  return {
    'first paint ms': median(views.map(({ paint }) => paint)),
    'shown ms': median(views.map(({ shown }) => shown)),
  };
}

async function viewOnce(device: BrowserContext, url: string, selector: string) {
  const page = await device.newPage();
  const tools = await device.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  const shown = await page.evaluate(() => performance.now());
  // What the page's file holds may be there just before it's painted.
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const paint = (await painted.jsonValue()) ?? Number.NaN;
  return { paint, shown };
}
