import { findings } from '../world/axe-findings.ts';
import { openRow } from '../world/open-row.ts';
import { addRows, expect, isTooWide, openForm, type Page, row, test } from '../world/site.ts';

/** Delegates a new task, and returns what its receipt says was sent. */
async function sentFor(page: Page, title: string): Promise<string> {
  await page.goto('/dashboard');
  const dialog = await openForm(page, title, /^Answer/);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await row(page, title).getByRole('button', { name: 'View Full Response' }).click();
  const receipt = page.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('The task: title, category, priority, timeframe')).toBeVisible();
  const text = await receipt.innerText();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  return text;
}

test('what people say about themselves is kept, sent with a task, and kept back by its switch @phone', async ({
  page,
  person,
}) => {
  await page.goto('/settings#about');
  const about = page.getByRole('region', { name: 'About me', exact: true });
  await about.getByLabel('Country').selectOption({ label: 'Switzerland' });
  await about.getByLabel('Currency').selectOption('CHF');
  await about.getByLabel('Units').selectOption({ label: 'Metric (km, kg, °C)' });
  await about.getByLabel('Tone of answers').selectOption({ label: 'Formal' });
  await expect(about).toContainText('Switzerland, CHF, metric, formal, not saved yet');
  await about.getByLabel('A few facts').fill('I have two children.');
  // What was typed outlives the page.
  await page.reload();
  await expect(about.getByLabel('A few facts')).toHaveValue('I have two children.');
  expect(await findings(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await about.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(about).toContainText('Switzerland, CHF, metric, formal, a few facts');
  await expect(about.getByRole('button', { name: 'Save Changes' })).toBeDisabled();

  const [first, second] = ['Plan the week', 'Plan the month'];
  await addRows(person, [first, second]);
  const sent = 'About you: Switzerland, CHF, metric units, formal tone, your facts, 20 characters';
  expect(await sentFor(page, first)).toContain(sent);

  await page.goto('/settings');
  await openRow(page, 'About me');
  await about.getByRole('checkbox', { name: 'Send this with my tasks' }).uncheck();
  await expect(about).toContainText('a few facts (not sent)');
  await page.reload();
  await expect(about.getByRole('checkbox', { name: 'Send this with my tasks' })).not.toBeChecked();
  expect(await sentFor(page, second)).not.toContain('About you');
});

test('a linked row is in view once it has loaded, until the person scrolls', async ({ page }) => {
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/user_settings**', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/settings#about');
  await expect(page.getByRole('heading', { name: 'About me' })).toBeInViewport();
  answer();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeInViewport();
  await page.mouse.wheel(0, -2_000);
  await expect(save).not.toBeInViewport();
});

test('a change that is not saved keeps what was typed', async ({ page }) => {
  await page.goto('/settings#about');
  const about = page.getByRole('region', { name: 'About me', exact: true });
  await about.getByLabel('A few facts').fill('I keep bees.');
  await page.route('**/rest/v1/user_settings**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await about.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Couldn’t save your settings')).toBeVisible();
  await expect(about.getByLabel('A few facts')).toHaveValue('I keep bees.');
  // Not `uncheck`: it may be taken back before that has looked.
  const sends = about.getByRole('checkbox', { name: 'Send this with my tasks' });
  const refused = page.waitForEvent('requestfailed');
  await sends.click();
  await refused;
  await expect(sends).toBeChecked();
  await page.unroute('**/rest/v1/user_settings**');
  await about.getByRole('button', { name: 'Save Changes' }).click();
  await expect(about).toContainText('a few facts');
});
