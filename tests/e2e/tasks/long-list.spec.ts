import { signUp } from '#tests/acceptance/person.ts';
import { anonKeyOf } from '#tests/worlds/server-process.ts';
import { fileServer } from '../world/file-server.ts';
import {
  addRows,
  expect,
  insertTasks,
  type Page,
  type Person,
  press,
  row,
  test,
  titles,
} from '../world/site.ts';

/** A list of more than a thousand tasks is read in parts. Whatever is done, all of them count and can be reached. */

/** Thousands of rows win back what it takes to optimise the engine, and stay far below the limit of a statement. */
const server = fileServer(() => ({ optimises: true, env: { MAIL_AUTOCONFIRM: 'on' } }));
test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are wanted: none
  person: async ({}, use) => use(await signUp({ url: server.url, anonKey: await anonKeyOf(server.url) })),
});

const TODAY = 1300;
const LATER = 130;

async function fill(person: Person): Promise<void> {
  const now = Date.now();
  const many = (count: number, kind: string, more: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => ({
      title: `${kind} ${index + 1}`,
      created_at: new Date(now - index * 1000).toISOString(),
      ...more(index),
    }));
  const rows = [
    // None of the first for work, so that no part has any.
    ...many(TODAY, 'Task', (index) => ({ category: index < 1170 ? 'personal' : 'work' })),
    ...many(LATER, 'Later', () => ({ category: 'personal', timeframe: 'future', priority: 'low' })),
  ];
  await insertTasks(person, rows);
}

/** Calls for data from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|auth|functions)\/v1\//.test(request.url())) calls.push(request.url());
  });
  return calls;
}

const tab = (page: Page, label: string, name: RegExp) =>
  page.getByRole('group', { name: label }).getByRole('button', { name });
const group = (page: Page, name: string) => page.locator('.group-head', { hasText: name });

test('the first page is the top of the list: nothing moves when the rest arrives', async ({
  person,
  openAs,
}) => {
  const now = Date.now();
  const rows = (count: number, title: string, more: object, age: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `${title} ${index + 1}`,
      created_at: new Date(now - age - index * 1000).toISOString(),
      ...more,
    }));
  const all = [
    ...rows(150, 'Later', { timeframe: 'future', priority: 'urgent' }, 0),
    ...rows(60, 'Low', { timeframe: 'today', priority: 'low' }, 1_000_000),
    ...rows(60, 'Urgent', { timeframe: 'today', priority: 'urgent' }, 2_000_000),
  ];
  await insertTasks(person, all);
  const page = await openAs(person, { baseURL: server.url }, '/404');
  const rest = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/pending_in_order*', async (route) => {
    if (route.request().method() === 'POST') await rest.promise;
    await route.continue();
  });
  await page.addInitScript(`{
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });
  }`);
  await page.goto('/dashboard');
  await expect(titles(page, 'Pending').first()).toHaveText('Urgent 1');
  const before = (await titles(page, 'Pending').allTextContents()).slice(0, 20);
  rest.resolve();
  await expect(tab(page, 'Category', /^All\s*270$/)).toBeVisible();
  expect((await titles(page, 'Pending').allTextContents()).slice(0, 20)).toEqual(before);
  expect(await page.evaluate('shifted')).toBeLessThanOrEqual(0.02);
});

test('a long list opens with a part of it, and every task counts and can be reached', async ({
  person,
  openAs,
}) => {
  await fill(person);
  const page = await openAs(person, { baseURL: server.url }, '/404');
  const calls = callsOf(page);
  const read: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\/rest\/v1\//.test(response.url()))
      read.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  const caughtUp = page.waitForResponse('**/rest/v1/rpc/missed_changes');
  await page.goto('/dashboard');
  await expect(tab(page, 'Category', /^All\s*1430$/)).toBeVisible();
  await expect(group(page, 'Today')).toContainText('1300');
  await expect(titles(page, 'Pending').first()).toHaveText('Task 1');
  await caughtUp;
  await page.waitForLoadState('networkidle');
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(8);
  const bytes = (await Promise.all(read)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(100_000);

  const more = page.getByRole('button', { name: 'Show 100 more' }).first();
  for (const title of ['Task 100', 'Task 200', 'Task 300']) {
    // Rows are drawn as they come near.
    await expect(async () => {
      await titles(page, 'Pending').last().scrollIntoViewIfNeeded();
      await expect(titles(page, 'Pending').filter({ hasText: new RegExp(`^${title}$`) })).toBeAttached({
        timeout: 500,
      });
    }).toPass();
    await press(more);
  }

  await test.step('a filter shows what no part has had', async () => {
    await tab(page, 'Category', /^Work/).click();
    await expect(titles(page, 'Pending').first()).toHaveText('Task 1171');
    await expect(group(page, 'Today')).toContainText('130');
    await tab(page, 'Timeframe', /^Future/).click();
    await expect(page.getByText('No work tasks for the future.')).toBeVisible();
    await tab(page, 'Category', /^All/).click();
    await expect(titles(page, 'Pending').first()).toHaveText('Later 1');
    await tab(page, 'Timeframe', /^All/).click();
  });

  await test.step('counts follow what is done here and elsewhere', async () => {
    await press(page.getByRole('checkbox', { name: 'Complete: Task 1', exact: true }));
    await expect(tab(page, 'Category', /^All\s*1429$/)).toBeVisible();
    await person.client.from('tasks').delete().eq('title', 'Task 1000');
    await expect(tab(page, 'Category', /^All\s*1428$/)).toBeVisible();
    await person.client.from('tasks').update({ priority: 'urgent' }).eq('title', 'Task 900');
    await expect(titles(page, 'Pending').first()).toHaveText('Task 900');
    await expect(tab(page, 'Category', /^All\s*1428$/)).toBeVisible();
  });

  await test.step('a task far down is found, and opened', async () => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    const asked = page.waitForRequest('**/rpc/search');
    await field.press('T');
    expect((await asked).postData()).toBe('{"query":"T"}');
    await field.pressSequentially('ask 777');
    await page.getByRole('option', { name: /^Task 777/ }).click();
    await expect(page.getByRole('dialog', { name: 'Task 777' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a reload shows the copy on this device, and counts', async () => {
    await page.waitForTimeout(1500);
    await page.reload();
    await expect(row(page, 'Task 900')).toBeVisible();
    await expect(tab(page, 'Category', /^All\s*1428$/)).toBeVisible();
  });
});

test('a list of 10,000 is shown in parts, and stays quick to work with', async ({ person, openAs }) => {
  await addRows(
    person,
    Array.from({ length: 10_000 }, (_, index) => `Task ${index + 1}`),
  );
  // Not before: it would hear of each of them.
  const page = await openAs(person, { baseURL: server.url });
  await expect(tab(page, 'Category', /^All\s*10000$/)).toBeVisible({ timeout: 60_000 });
  // What was added a moment ago counts as missed, and the list is read once more.
  await page.waitForLoadState('networkidle');
  // As many as this window shows, and what is a flick ahead of it.
  for (const drawn of [34, 94]) {
    await expect(titles(page, 'Pending')).toHaveCount(drawn);
    await titles(page, 'Pending').last().scrollIntoViewIfNeeded();
  }
  await expect(titles(page, 'Pending')).toHaveCount(100);
  await page.getByRole('button', { name: 'Show 100 more' }).click();
  await expect(async () => {
    await titles(page, 'Pending').last().scrollIntoViewIfNeeded();
    await expect(titles(page, 'Pending')).toHaveCount(200, { timeout: 500 });
  }).toPass();
  const shown = await titles(page, 'Pending').allTextContents();
  await titles(page, 'Pending')
    .nth(199)
    .dragTo(titles(page, 'Pending').nth(197), { targetPosition: { x: 8, y: 2 }, steps: 5 });
  await expect(titles(page, 'Pending')).toHaveText([
    ...shown.slice(0, 197),
    ...shown.slice(199),
    ...shown.slice(197, 199),
  ]);
  await page.getByLabel('Add a task').fill('One more');
  await page.keyboard.press('Enter');
  await expect(titles(page, 'Pending').first()).toHaveText('One more');
  await page.getByRole('checkbox', { name: 'Complete: One more' }).click();
  await expect(titles(page, 'Completed')).toHaveText(['One more']);
});
