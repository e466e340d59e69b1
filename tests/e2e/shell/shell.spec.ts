import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PASSWORD, signUp } from '#tests/acceptance/person.ts';
import { findings } from '../world/axe-findings.ts';
import { openSignedIn } from '../world/signed-in.ts';
import { expect, test } from '../world/world.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, title: string) => page.locator('[data-task-id]').filter({ hasText: title });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a page behind the sign-in is reached after it; pages are moved between and said', async ({
  page,
  site,
}) => {
  const { url } = site;
  const { email } = await signUp(site);
  // The server takes its time to say who is here.
  const answer = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(`${url}/trash?from=bookmark`);
  await expect(page.getByRole('heading', { name: 'Loading' })).toBeAttached();
  answer.resolve();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${url}/trash?from=bookmark`);

  const main = page.getByRole('navigation', { name: 'Main' });
  for (const [link, heading] of [
    ['Projects', 'Projects'],
    ['Settings', 'Settings'],
    ['Dashboard', /\d \w+$/],
  ] as const) {
    await main.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: `${link} | Errand` })).toBeAttached();
    await expect(main.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
  }
  await press(page, 'Shift+Tab');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: `Account: ${email}` }).click();
  await expect(page.getByRole('menu').getByText(email)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`${url}/settings`);
  await page.getByRole('button', { name: `Account: ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.getByText('Successfully signed out!')).toBeVisible();
});

test('everything has a key, never while somebody types, and single letters can be switched off', async ({
  page,
  site,
}) => {
  const { url } = site;
  const { client, id } = await signUp(site);
  for (const title of ['Third', 'Second', 'First'])
    await client.from('tasks').insert({ title, user_id: id }).throwOnError();
  await openSignedIn(page, `${url}/dashboard`, client);
  await expect(row(page, 'First')).toBeVisible();

  await test.step('rows: move, complete, edit, delegate, delete', async () => {
    await press(page, 'j');
    await expect(row(page, 'First')).toBeFocused();
    await press(page, 'j', 'ArrowDown', 'k');
    await expect(row(page, 'Second')).toBeFocused();
    await press(page, 'e');
    const form = dialog(page, 'Edit Task');
    await form.getByLabel('Title').fill('Second, edited');
    await press(page, 'Control+Enter');
    await expect(page.getByText('Task updated')).toBeVisible();
    await expect(form).toBeHidden();
    await press(page, 'd');
    await expect(dialog(page, 'Delegate Task to AI')).toBeVisible();
    await press(page, 'Escape');
    await expect(dialog(page, 'Delegate Task to AI')).toBeHidden();
    await press(page, 'x');
    await expect(page.getByText('Task completed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Completed' }).getByText('Second, edited')).toBeVisible();
    await press(page, 'j');
    await expect(page.locator('[data-task-id]:focus, [data-task-id] :focus')).toHaveCount(1);
    await row(page, 'Third').focus();
    await press(page, 'Delete');
    await expect(page.getByText('Task deleted')).toBeVisible();
    await expect(row(page, 'Third')).toBeHidden();
  });

  await test.step('anywhere: new task, new project, pages', async () => {
    await page.getByRole('main').focus();
    await press(page, 'n');
    await expect(page.getByLabel('Add a task')).toBeFocused();
    await page.keyboard.type('jog up a hill? g d');
    await expect(page.getByLabel('Add a task')).toHaveValue('jog up a hill? g d');
    await page.getByRole('main').focus();
    await press(page, 'p');
    await expect(dialog(page, 'Add Project')).toBeVisible();
    await press(page, 'Escape', 'g', 's');
    await expect(page).toHaveURL(`${url}/settings`);
    await press(page, 'g', 'd');
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('the list of keys holds the switch, which is kept', async () => {
    await press(page, '?');
    const keys = dialog(page, 'Keyboard shortcuts');
    await expect(keys.getByText('Go to Settings')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await keys.getByRole('checkbox').uncheck();
    await expect(keys.getByText('Go to Settings')).toBeHidden();
    await press(page, 'Escape');
    await page.reload();
    await expect(row(page, 'First')).toBeVisible();
    await press(page, 'n', 'j', '?', '/');
    await expect(page.locator(':focus')).toHaveCount(0);
    await press(page, 'Control+k');
    await expect(dialog(page, 'Search and commands')).toBeVisible();
    await press(page, 'Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(keys.getByRole('checkbox')).not.toBeChecked();
  });
});

test('a page that fails says so inside the frame, and the others can be reached', async ({
  context,
  site,
}) => {
  const { url } = site;
  // Not the page of the fixture: this one shall log an error.
  const page = await context.newPage();
  const { client } = await signUp(site);
  await openSignedIn(page, `${url}/dashboard`, client);
  await page.evaluate(
    'Intl.DateTimeFormat.prototype.formatToParts = () => { throw new RangeError("made to fail by the test"); }',
  );
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Projects' }).click();
  await main.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side.' })).toBeVisible();
  await main.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await main.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'A clean slate.' })).toBeVisible();
  await page.goto(`${url}/dashbored`);
  await expect(page).toHaveURL(`${url}/404`);
  await expect(page.getByRole('heading', { name: 'We can’t find that page.' })).toBeVisible();
});

test('the page that shows the ui kit is not in the built app', async ({ page, site }) => {
  await page.goto(`${site.url}/design`);
  await expect(page).toHaveURL(/\/404$/);
  const files = globSync('web/build/client/**/*.{js,html}');
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('The ui kit, '))).toEqual([]);
});
