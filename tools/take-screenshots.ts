/**
 * Makes the pictures of docs/images anew: `node tools/take-screenshots.ts`. It builds the web app, starts the real
 * server on a folder of its own, and works through the pages in a real browser. A sample model answers.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { removeDataDir, startServer } from '#tests/worlds/server-process.ts';
import { findChromium } from './find-chromium.ts';
import { ROOT, run } from './run.ts';
import { clearToasts, fillList } from './screenshots/fill-list.ts';
import { SAMPLE_MODEL, startSampleModel } from './screenshots/start-sample-model.ts';

const FOLDER = join(ROOT, 'docs/images');
const LOCALE = { locale: 'en-GB', timezoneId: 'UTC' } as const;
const DESKTOP = { ...LOCALE, viewport: { width: 1280, height: 860 }, colorScheme: 'light' } as const;
const PHONE = {
  ...LOCALE,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const;

/** A page with more weight than this is a nuisance to whoever reads about the project on the way. */
const MOST_BYTES = 250_000;

async function main(): Promise<void> {
  const built = await run('node', ['tools/build-web.ts']);
  if (built !== 0) throw new Error('the web app could not be built');
  await mkdir(FOLDER, { recursive: true });
  const model = await startSampleModel();
  const server = await startServer({
    env: {
      AI_BASE_URL: model.url,
      AI_API_KEY: 'sample',
      AI_MODEL_FAST: SAMPLE_MODEL,
      MAIL_AUTOCONFIRM: 'on',
    },
  });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    await takePictures(browser, server.url);
  } finally {
    await browser.close();
    await server.stop();
    await model.close();
    await removeDataDir(server.dataDir);
  }
}

async function takePictures(browser: Browser, url: string): Promise<void> {
  const visitor = await openPage(browser, DESKTOP);
  await visitor.goto(url, { waitUntil: 'networkidle' });
  await take(visitor, 'landing-desktop-light');

  const person = await openPage(browser, DESKTOP);
  await fillList(person, url);
  await clearToasts(person);
  await take(person, 'dashboard-desktop-light');

  const phone = await openPage(browser, { ...PHONE, storageState: await person.context().storageState() });
  await phone.goto(`${url}/dashboard`);
  await phone.getByRole('button', { name: 'Stop' }).waitFor();
  await phone.getByRole('region', { name: 'The answer so far' }).waitFor();
  await take(phone, 'dashboard-phone-dark');
}

async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  const { length } = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`${name}.png ${Math.round(length / 1000)} kB`);
  if (length > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES} bytes`);
}

await main();
