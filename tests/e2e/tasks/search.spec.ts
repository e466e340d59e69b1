import type { Page } from '@playwright/test';
import { findings } from '../world/axe-findings.ts';
import { expect, insertTasks, type Person, PHONE, test } from '../world/site.ts';

const DEEP = 'Renew the passport';
const DONE = 'Return the quince jars';
const HOSTILE = '<img src=x onerror=alert(1)> van';

/** More pending tasks than are drawn at once, and more completed ones than a page holds, each with one to look for. */
async function fill(person: Person): Promise<void> {
  const many = (count: number, title: string, more: object) =>
    Array.from({ length: count }, (_, index) => ({ title: `${title} ${index}`, ...more }));
  await insertTasks(person, [
    { title: DEEP, is_completed: false, created_at: '2026-01-01T00:00:00Z' },
    { title: HOSTILE, is_completed: false, created_at: '2026-01-01T00:00:00Z' },
    ...many(120, 'Filler', { is_completed: false, created_at: '2026-02-01T00:00:00Z' }),
  ]);
  await insertTasks(person, [{ title: DONE, is_completed: true }]);
  await insertTasks(person, many(12, 'Done', { is_completed: true }));
  const project = { name: 'Flat move', description: 'With a van of 3.5 t' };
  await person.client.from('projects').insert(project).throwOnError();
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });
const row = (page: Page, title: string) => page.locator('[data-task-id]').filter({ hasText: title });

/** A task that was found is open, and leads back to its row. */
async function closeOpened(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, title)).toBeFocused();
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(words);
}

test('what was written, answered or planned is found by a few letters and opened by the keyboard alone', async ({
  openAs,
  person,
}) => {
  await fill(person);
  const api = person.client;
  const page = await openAs(person);
  await expect(page.getByRole('heading', { name: 'Pending' })).toBeVisible();

  await test.step('the keys open it, what is typed ahead of it counts, and the first find is meant', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('passp');
    await expect(option(page, DEEP)).toHaveAttribute('aria-selected', 'true');
    await expect(field(page)).toHaveValue('passp');
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await option(page, DEEP).getAttribute('id')) ?? '',
    );
    expect(await findings(page)).toEqual([]);
  });

  await test.step('a task far down the list gets its row and the focus', async () => {
    await expect(row(page, DEEP)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
    await closeOpened(page, DEEP);
    await expect(row(page, DEEP)).toBeInViewport();
  });

  await test.step('one that is filtered away, or on another page of the completed ones, too', async () => {
    await page.getByRole('button', { name: /^Work/ }).click();
    await search(page, 'quince');
    await expect(option(page, /quince.*Completed/)).toBeVisible();
    await page.keyboard.press('Enter');
    await closeOpened(page, DONE);
    await expect(page.getByText('11 to 13 of 13')).toBeVisible();
  });

  await test.step('a title is text, whatever it says', async () => {
    await search(page, 'van');
    await expect(option(page, HOSTILE).locator('mark')).toHaveText('van');
    await expect(option(page, /Flat move.*van/)).toBeVisible();
    await expect(palette(page).locator('img')).toHaveCount(0);
  });

  await test.step('a project opens its page, from where the palette leads back into the list', async () => {
    await option(page, /Flat move/).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Flat move' })).toBeFocused();
    await search(page, 'passport');
    await expect(option(page, DEEP)).toBeVisible();
    await page.keyboard.press('Enter');
    await closeOpened(page, DEEP);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('an answer is found by its words and opens whole', async () => {
    const { data } = await api.from('tasks').select('id').eq('title', DEEP).single().throwOnError();
    const delegation = { task_id: data.id, ai_task_type: 'answer' };
    expect((await api.functions.invoke('delegate', { body: delegation })).error).toBeNull();
    await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
    await search(page, 'simulat');
    await expect(option(page, /simulator.*Renew the passport/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('what was opened lately stands first; what is gone since is said to be', async () => {
    await api.from('tasks').delete().eq('title', DONE).throwOnError();
    await page.keyboard.press('Control+k');
    await expect(option(page, 'Add Task')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
      /simulator/,
      DEEP,
      /Flat move/,
      new RegExp(DONE),
    ]);
    await option(page, new RegExp(DONE)).click();
    await expect(page.getByText('This task isn’t in your list any more.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(option(page, 'Add Task')).toBeVisible();
    await expect(option(page, new RegExp(DONE))).toBeHidden();
  });

  await test.step('commands are found by other words too, and a text can become a task', async () => {
    await field(page).fill('appear dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await search(page, 'Buy stamps');
    await expect(page.getByText('No results for “Buy stamps”')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title')).toHaveValue(
      'Buy stamps',
    );
  });
});

test.describe('on a phone, in the dark', () => {
  test('it fills the screen, drops late answers, and says when there is none', async ({ openAs, person }) => {
    await fill(person);
    const page = await openAs(person, { viewport: PHONE.viewport, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Search or run a command' }).click();
    await expect(field(page)).toBeFocused();
    expect(await palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });

    // The answer to the first search comes after that to the second.
    const [second, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/rpc/search', async (route) => {
      if (!route.request().postData()?.includes('quince')) return route.continue();
      await second.promise;
      // Whoever typed on may have given it up.
      await route.fulfill({ response: await route.fetch() }).catch(() => undefined);
      late.resolve();
    });
    const asked = page.waitForRequest('**/rpc/search');
    await field(page).fill('quince');
    await asked;
    await field(page).fill('passport');
    await expect(option(page, DEEP)).toBeVisible();
    // Nor does what was found before stand below other words.
    await field(page).fill('quince');
    await expect(option(page, DEEP)).toBeHidden();
    await field(page).fill('passport');
    await expect(option(page, DEEP)).toBeVisible();
    second.resolve();
    await late.promise;
    expect(await findings(page)).toEqual([]);
    await expect(option(page, /quince/)).toBeHidden();

    await page.route('**/rpc/search', (route) => route.abort());
    await field(page).fill('jars');
    await expect(page.getByText('Couldn’t search.')).toBeVisible();
    await expect(option(page, 'Add task “jars”')).toBeVisible();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const again = page.waitForRequest('**/rpc/search');
    await tryAgain.click();
    await again;
    await page.unroute('**/rpc/search');
    // The app may have asked by itself meanwhile.
    await expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
      await expect(option(page, /quince jars/)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search or run a command' })).toBeFocused();
  });
});
