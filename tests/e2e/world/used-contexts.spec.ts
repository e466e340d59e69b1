import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { everythingKept } from './kept-in-browser.ts';
import { expect, test } from './site.ts';

/** No other test has them: the first context with them is new. */
const OPTIONS = { locale: 'de-CH', viewport: { width: 777, height: 555 } };

const LEAVE_ALL = `(async () => {
  localStorage.setItem('left', 'local');
  sessionStorage.setItem('left', 'session');
  document.cookie = 'left=script; max-age=1000';
  window.name = 'left';
  history.pushState({}, '', '#left');
  await new Promise((resolve, reject) => {
    const request = indexedDB.open('left', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('left');
    request.onsuccess = () => resolve(request.result.transaction('left', 'readwrite').objectStore('left').put('left', 1));
    request.onerror = () => reject(request.error);
  });
  await (await caches.open('left')).put('/left', new Response('left'));
  const folder = await navigator.storage.getDirectory();
  await folder.getFileHandle('left', { create: true });
  globalThis.heldForGood = navigator.locks.request('left', () => new Promise(() => undefined));
  // Until the page is closed, and in that moment.
  addEventListener('pagehide', () => localStorage.setItem('late', 'local'));
})()`;

const SEEN = `(async () => {
  const files = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  const { held } = await navigator.locks.query();
  return JSON.stringify([window.name, history.length, files, held.length]);
})()`;

const seenOn = async (page: Page, address: string): Promise<string[]> => {
  await page.goto(address);
  return [await everythingKept(page), z.string().parse(await page.evaluate(SEEN))];
};

test('a browser that is used again shows nothing of the test before', async ({ browser, site }) => {
  const other = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Another program of this host</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const address = z.object({ port: z.number() }).parse(other.address());
  const places = [`${site.url}/login`, `http://localhost:${address.port}/`];

  const first = await browser.newContext(OPTIONS);
  await first.addCookies([{ name: 'hidden', value: 'left', url: site.url, httpOnly: true }]);
  await first.addCookies([{ name: 'elsewhere', value: 'left', url: 'http://elsewhere.test' }]);
  for (const place of places) {
    const page = await first.newPage();
    await page.goto(place);
    await page.evaluate(LEAVE_ALL);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 320 });
    expect((await everythingKept(page)).match(/left/g)?.length).toBe(5);
  }
  await first.close();

  const used = await browser.newContext(OPTIONS);
  // Otherwise nothing is shown by what follows.
  expect(used).toBe(first);
  expect(used.pages()).toEqual([]);
  expect(await used.cookies()).toEqual([]);
  const unused = await browser.newContext({ ...OPTIONS, serviceWorkers: 'allow' });
  expect(unused).not.toBe(used);
  for (const place of places) {
    const page = await used.newPage();
    expect(await seenOn(page, place)).toEqual(await seenOn(await unused.newPage(), place));
    expect(page.viewportSize()).toEqual(OPTIONS.viewport);
    expect(await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(false);
  }
  await unused.close();
  await used.close();
  await new Promise((resolve) => other.close(resolve));
});

const ONE_WAY: Readonly<Record<string, (context: BrowserContext, page: Page) => Promise<unknown>>> = {
  'a line that is cut': (context) => context.setOffline(true),
  'a clock of its own': (_context, page) => page.clock.install(),
  'a script for every page': (context) => context.addInitScript('globalThis.left = true'),
  'an answer in place of the server’s': (context) => context.route('**/left', (route) => route.abort()),
  'a function for every page': (context) => context.exposeFunction('left', () => true),
  'a permission': (context) => context.grantPermissions(['clipboard-read']),
  'headers of its own': (context) => context.setExtraHTTPHeaders({ left: 'true' }),
  'a listener': async (context) => context.on('request', () => undefined),
  'a session of the developer tools': (context, page) => context.newCDPSession(page),
  'a page of another host': (_context, page) => page.goto(page.url().replace('localhost', '127.0.0.1')),
  'a frame of another host': async (_context, page) => {
    await page.route('http://elsewhere.test/', (route) => route.fulfill({ body: '' }));
    await page.goto('about:blank');
    await page.setContent('<iframe src="http://elsewhere.test/"></iframe>', { waitUntil: 'load' });
  },
};

for (const [what, act] of Object.entries(ONE_WAY))
  test(`a browser is not used again after ${what}`, async ({ browser, site }) => {
    const context = await browser.newContext(OPTIONS);
    const page = await context.newPage();
    await page.goto(`${site.url}/config.json`);
    await act(context, page);
    await context.close();
    const next = await browser.newContext(OPTIONS);
    expect(next).not.toBe(context);
    await next.close();
  });

test('a browser is neither used again in another language nor by two at a time', async ({ browser }) => {
  const first = await browser.newContext(OPTIONS);
  await first.close();
  await first.close();
  const foreign = await browser.newContext({ ...OPTIONS, locale: 'de-AT' });
  expect(foreign).not.toBe(first);
  const again = await browser.newContext(OPTIONS);
  expect(again).toBe(first);
  expect(await browser.newContext(OPTIONS)).not.toBe(first);
  for (const context of browser.contexts()) await context.close();
});
