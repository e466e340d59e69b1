import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** Contexts that differ in nothing else can follow one another. */
const ALIKE = new Set<string>([
  'acceptDownloads',
  'baseURL',
  'colorScheme',
  'hasTouch',
  'isMobile',
  'locale',
  'reducedMotion',
  'timezoneId',
  'viewport',
] satisfies (keyof BrowserContextOptions)[]);

/** What a test, or Playwright itself, may do with a context that is used again. After anything else it is closed. */
const LEAVES_NOTHING = new Set([
  'addCookies',
  'browser',
  'clearCookies',
  'close',
  'constructor',
  'cookies',
  'emit',
  'isClosed',
  'listenerCount',
  'newPage',
  'off',
  'pages',
  'removeListener',
  'storageState',
]);

/** Of a worker, at most. Each has a process, which takes some 100 MB. */
const IDLE = 3;

/** All pages of an installation are on it, whatever its port: one process serves them. */
const HOST = 'localhost';

/** Run where the pages of a test ran, so that nothing they did last can come after it. */
const CLEAR = `(async () => {
  localStorage.clear();
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) await done(indexedDB.deleteDatabase(name));
  for (const name of await caches.keys()) await caches.delete(name);
})()`;

interface UsedContext {
  readonly key: string;
  readonly context: BrowserContext;
  isLent: boolean;
  /** Removes what pages have left. false: the test has done something that stays. */
  wipe(): Promise<boolean>;
  /** Closes it for good. */
  end(): Promise<void>;
}

/**
 * Lets contexts of this browser follow one another: `close` wipes one, and the next `newContext` with the same options
 * gets it. What it keeps is what a browser knows of the program itself: files in the HTTP cache, and compiled code in a
 * process. To load the app costs 0.85 s of processor time in a new context, and 0.65 s in a used one.
 */
export function useContextsAgain(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  const idle: UsedContext[] = [];

  async function takeBack(used: UsedContext): Promise<void> {
    // Closed twice, or with all the contexts of the browser.
    if (!used.isLent) return;
    used.isLent = false;
    const isWiped = await used.wipe().catch(() => false);
    if (!isWiped) return used.end();
    idle.unshift(used);
    for (const over of idle.splice(IDLE)) await over.end();
  }

  browser.newContext = async (options = {}) => {
    if (!Object.keys(options).every((name) => ALIKE.has(name))) return open(options);
    const key = JSON.stringify(Object.entries(options).toSorted(([a], [b]) => a.localeCompare(b)));
    const at = idle.findIndex((one) => one.key === key);
    const [known] = at < 0 ? [] : idle.splice(at, 1);
    const used = known ?? (await prepare(key, await open(options), takeBack));
    used.isLent = true;
    return used.context;
  };
  // Playwright's own page owns its context and lets nobody open another in it, not even later.
  browser.newPage = async (options) => {
    const context = await open(options);
    const page = await context.newPage();
    page.once('close', () => void context.close());
    return page;
  };
}

async function prepare(
  key: string,
  context: BrowserContext,
  takeBack: (used: UsedContext) => Promise<void>,
): Promise<UsedContext> {
  const keeper = await openKeeper(context);
  const devtools = await context.newCDPSession(keeper);
  const end = context.close.bind(context);
  const pages = context.pages.bind(context);
  const origins = new Set<string>();
  let isOneWay = false;
  const endWithTest = (): void => void (isOneWay = true);

  context.on('page', (page) => {
    page.on('crash', endWithTest);
    page.on('framenavigated', (frame) => {
      const { protocol, hostname, origin } = new URL(frame.url());
      if (protocol !== 'http:' && protocol !== 'https:') return;
      // What other hosts keep within pages of this one is kept under the names of both.
      if (hostname !== HOST) endWithTest();
      origins.add(origin);
    });
  });
  noticeCalls(context, endWithTest);
  noticeCalls(context.clock, endWithTest);
  context.pages = () => pages().filter((page) => page !== keeper);

  const used: UsedContext = {
    key,
    context,
    isLent: false,
    end,
    async wipe() {
      if (isOneWay) return false;
      for (const page of context.pages()) await page.close();
      await context.clearCookies();
      for (const origin of origins) {
        if (new URL(keeper.url()).origin !== origin) await keeper.goto(origin);
        await keeper.evaluate(CLEAR);
        await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      }
      origins.clear();
      return !isOneWay;
    },
  };
  context.close = () => takeBack(used);
  return used;
}

/** A page without content, which keeps the process of this host's pages alive. */
async function openKeeper(context: BrowserContext): Promise<Page> {
  const keeper = await context.newPage();
  await keeper.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto(`http://${HOST}/`);
  return keeper;
}

/** Notices each call of a method that may leave something. */
function noticeCalls(target: object, notice: () => void): void {
  for (const name of methodsOf(target)) {
    const method: unknown = Reflect.get(target, name);
    if (LEAVES_NOTHING.has(name) || name.startsWith('_') || typeof method !== 'function') continue;
    Reflect.set(target, name, (...args: unknown[]): unknown => {
      notice();
      return Reflect.apply(method, target, args);
    });
  }
}

/** Also those that its class inherits. */
function methodsOf(target: object): string[] {
  const owner = Reflect.getPrototypeOf(target);
  if (!owner || owner === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(owner), ...methodsOf(owner)];
}
