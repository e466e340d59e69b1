import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Database } from '#domain/database.types.ts';
import { type Person, signUp } from '#tests/acceptance/person.ts';
import { openSignedIn } from './signed-in.ts';
import { test as base } from './worker-site.ts';

export { DESKTOP, DEVICES, PHONE } from './devices.ts';
export type { Page, Person };
export { expect };

/**
 * One installation for all tests of a run, and a new person in each: for tests of the list, which need no way in.
 * (`world.ts` starts an installation of its own for each test.)
 */
export const test = base.extend<{
  person: Person;
  /** An empty page in a browser of its own, where nobody is signed in. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a page as the person, in a browser of its own: another device. */
  openAs: (person: Person, options?: BrowserContextOptions, path?: string) => Promise<Page>;
  /** The dashboard, as the person. */
  page: Page;
}>({
  person: async ({ site }, use) => use(await signUp(site)),
  openPage: async ({ browser, site, contextOptions }, use, { project }) => {
    const problems: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const { viewport, isMobile, hasTouch, locale, timezoneId } = project.use;
      const context = await browser.newContext({
        ...(viewport && { viewport }),
        ...(isMobile !== undefined && { isMobile }),
        ...(hasTouch !== undefined && { hasTouch }),
        ...(locale && { locale }),
        ...(timezoneId && { timezoneId }),
        baseURL: site.url,
        ...contextOptions,
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      // A page that logs an error has failed, whatever the test looked at.
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text());
      });
      return page;
    });
    for (const context of contexts) {
      // What still answers in the server's place would fail with the page, in the midst of the next test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    expect(problems).toEqual([]);
  },
  openAs: ({ openPage }, use) =>
    use(async (person, options = {}, path = '/dashboard') => {
      const page = await openPage(options);
      await openSignedIn(page, path, person.client);
      return page;
    }),
  page: async ({ openAs, person, viewport, isMobile, hasTouch }, use) =>
    use(await openAs(person, { viewport, isMobile, hasTouch })),
});

/**
 * The browser itself reports every answer of 400 and more; whether it was meant is for the test to say. So it does a
 * header that it only takes on https.
 */
const EXPECTED =
  /Failed to load resource|net::ERR_|WebSocket connection|Cross-Origin-Opener-Policy header has been ignored/;

/** Tasks with these titles, in this order: the first is the newest. */
export function addRows(person: Person, titles: readonly string[], more: object = {}): Promise<void> {
  const now = Date.now();
  const rows = titles.map((title, index) => ({
    title,
    created_at: new Date(now - index * 1000).toISOString(),
    ...more,
  }));
  return insertTasks(person, rows);
}

/** In parts that a very busy machine too has time for within the limit of a statement. */
export async function insertTasks({ client, id }: Person, rows: readonly NewTask[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE).map((row) => ({ user_id: id, ...row }));
    const { error } = await client.from('tasks').insert(part);
    expect(error).toBeNull();
  }
}

const AT_ONCE = 50;
type NewTask = Omit<Database['public']['Tables']['tasks']['Insert'], 'user_id'>;

/** A text is found within a title; where one title begins another, give a pattern. */
export const row = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.locator('.row-text', { hasText: title }) });

export const titles = (page: Page, section: 'Pending' | 'Completed') =>
  page.getByRole('region', { name: section }).locator('.row-text');

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** With a finger where there is one: a mouse that rests on a toast keeps it from going. */
export async function press(target: Locator): Promise<void> {
  const isTouch = await target.page().evaluate('navigator.maxTouchPoints > 0');
  await (isTouch ? target.tap() : target.click());
}

/** The form of a delegation, with a tool chosen. */
export async function openForm(page: Page, title: string, type: RegExp) {
  await page
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Delegate to AI' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await dialog.getByRole('radio', { name: type }).check();
  return dialog;
}
