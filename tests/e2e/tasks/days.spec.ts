import type { Page } from '@playwright/test';
import { toDays, toLocalDay } from '#domain/days.ts';
import { addRows, expect, isTooWide, press, row, test, titles } from '../world/site.ts';

const line = (page: Page) => page.getByLabel('Add a task');
const DAY_MS = 24 * 60 * 60 * 1000;
const TOKYO_MS = 9 * 60 * 60 * 1000;

/** Headings of the groups with the titles below each. */
const groups = (page: Page) =>
  page.getByRole('region', { name: 'Pending' }).locator('.group-head h3, .row-text').allTextContents();

test("at the person's own midnight tomorrow becomes today, and what is left over can be moved", async ({
  person,
  openAs,
}) => {
  const page = await openAs(person, { timezoneId: 'Asia/Tokyo' }, '/404');
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.goto('/dashboard');
  for (const text of ['Buy boxes', 'Call the bank tomorrow']) {
    await line(page).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: /^Complete: / }).last()).toBeEnabled();
  }
  const before = ['Today', 'Buy boxes', 'Tomorrow', 'Call the bank'];
  await expect.poll(() => groups(page)).toEqual(before);

  const midnight = DAY_MS - ((now + TOKYO_MS) % DAY_MS);
  await page.clock.fastForward(midnight - 60_000);
  expect(await groups(page)).toEqual(before);
  await page.clock.fastForward(120_000);
  await expect.poll(() => groups(page)).toEqual(['Left from before', 'Buy boxes', 'Today', 'Call the bank']);
  const tab = page.getByRole('group', { name: 'Timeframe' }).getByRole('button', { name: /^Today/ });
  await expect(tab).toHaveText(/^Today\s*2$/);

  await press(page.getByRole('button', { name: 'Move all to Today' }));
  await expect(page.getByText('Left from before')).toBeHidden();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Call the bank', 'Buy boxes']);
  const { tomorrow } = toDays(new Date(now + TOKYO_MS).toISOString().slice(0, 10));
  const saved = () => person.client.from('tasks').select('timeframe,due_on').eq('title', 'Buy boxes');
  await expect.poll(async () => (await saved()).data).toEqual([{ timeframe: 'today', due_on: tomorrow }]);
});

test('a date in the line becomes a chip, is shown on the row, and goes back into the title @phone', async ({
  page,
  person,
}) => {
  const far = new Date(Date.now() + 40 * DAY_MS);
  const words = far.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  await line(page).fill(`Dentist ${words} 10:30`);
  const understood = page.getByRole('list', { name: 'Detected' });
  await expect(understood.getByRole('button')).toHaveText(/^Future\s*[A-Z]/);
  await press(understood.getByRole('button'));
  await expect(understood).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(row(page, `Dentist ${words} 10:30`)).toBeVisible();

  await line(page).fill(`Renew the lease by ${words}`);
  await expect(understood.getByRole('button')).toHaveText(/^Future/);
  await page.keyboard.press('Enter');
  await expect(row(page, /^Renew the lease$/)).toContainText(words.replace(' ', '\u00a0'));
  const saved = () =>
    person.client.from('tasks').select('timeframe,due_on,is_dated').eq('title', 'Renew the lease');
  await expect
    .poll(async () => (await saved()).data)
    .toEqual([{ timeframe: 'future', due_on: toLocalDay(far), is_dated: true }]);

  await line(page).fill('Water the plants every Monday');
  await expect(page.getByText('Tasks can’t repeat yet. “every Monday” stays in the title.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(titles(page, 'Pending').first()).toHaveText('Water the plants every Monday');
  expect(await isTooWide(page)).toBe(false);
  await addRows(person, ['Late'], { due_on: '2026-01-05' });
  await expect(page.getByRole('heading', { name: 'Left from before' })).toBeVisible();
});
