import type { Locator } from '@playwright/test';
import { addRows, expect, row, test } from '../world/site.ts';

const TABLET = { width: 768, height: 1024 };
const SMALLEST = { width: 320, height: 640 };
/** Of a page, on both sides. */
const MARGIN = 16;

/** How many pixels of what an element says are cut off at its end, or stand out there. */
const beyondEnd = (element: Locator): Promise<number> =>
  element.evaluate(
    ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth,
  );

const heightOf = async (element: Locator): Promise<number> =>
  (await element.boundingBox())?.height ?? Number.POSITIVE_INFINITY;

const endOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return box ? box.x + box.width : Number.POSITIVE_INFINITY;
};

test('on a tablet the search and the plan have room at the top of the app', async ({ page }) => {
  await page.setViewportSize(TABLET);
  await expect(page.getByRole('banner').getByText('15 credits left', { exact: true })).toBeVisible();
  const search = page.getByRole('banner').getByText('Search or run a command');
  expect(await beyondEnd(search)).toBe(0);
  expect(await heightOf(search)).toBeLessThan(32);
});

test('a title of one long word stays within the form that names it', async ({ page, person }) => {
  const title = 'W'.repeat(200);
  await addRows(person, [title]);
  await row(page, title).getByRole('button', { name: 'Delegate to AI' }).click();
  const named = page.getByRole('dialog', { name: 'Delegate Task to AI' }).getByText(title);
  await expect(named).toBeVisible();
  expect(await beyondEnd(named)).toBe(0);
});

test('on the smallest screen the ways in stay in one line and within the margin', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ viewport: SMALLEST });
  const page = await context.newPage();
  for (const path of ['/pricing', '/']) {
    await page.goto(`${site.url}${path}`);
    const banner = page.getByRole('banner');
    await expect(banner.getByText('Log in')).toBeVisible();
    expect(await heightOf(banner.getByText('Log in'))).toBeLessThan(48);
    expect(await endOf(banner.getByText('Sign up'))).toBeLessThanOrEqual(SMALLEST.width - MARGIN);
  }
  expect(await endOf(page.getByRole('button', { name: 'View Demo' }))).toBeLessThanOrEqual(
    SMALLEST.width - MARGIN,
  );
  await context.close();
});

test('a row of filters that is wider than the phone fades at the end that is cut, and nowhere else', async ({
  page,
}) => {
  const filters = page.locator('.scroll-strip');
  const fades = async (start: string, end: string) => {
    await expect(filters).toHaveCSS('--fade-start', start);
    await expect(filters).toHaveCSS('--fade-end', end);
  };
  await expect(filters).toBeVisible();
  expect(await beyondEnd(filters)).toBe(0);
  await fades('0px', '0px');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await beyondEnd(filters)).toBeGreaterThan(40);
  await fades('0px', '40px');
  await filters.evaluate((strip: { scrollTo(left: number, top: number): void }) => strip.scrollTo(10_000, 0));
  await fades('40px', '0px');
});
