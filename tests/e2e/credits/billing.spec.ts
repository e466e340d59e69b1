import { findings } from '../world/axe-findings.ts';
import { openRow } from '../world/open-row.ts';
import { expect, isTooWide, PHONE, test } from '../world/site.ts';

test('a pack is bought on the test checkout, and its credits are there', async ({ openAs, person }) => {
  const page = await openAs(person, {}, '/pricing');
  await expect(page.getByText('Test mode. Nothing is charged for what you buy here')).toBeVisible();
  await page.locator('#pack_500').getByRole('button', { name: 'Buy Now' }).click();

  await expect(page).toHaveURL(/\/checkout\/test\?ref=cs_test_/);
  await expect(page.getByRole('heading', { name: 'Test checkout' })).toBeVisible();
  await expect(page).toHaveTitle('Test checkout | Errand');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /:\d+\/checkout\/test$/);
  const described = page.locator('meta[name=description]');
  await expect(described).toHaveAttribute('content', 'A checkout for testing, where nothing is charged.');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText('500 AI tasks', { exact: true })).toBeVisible();
  await expect(page.getByText('€69, once')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Complete test payment' }).click();

  await expect(page).toHaveURL(/\/checkout\/success\?session_id=cs_test_/);
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('515 left', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/, { timeout: 10_000 });
  const credits = await openRow(page, 'Credits');
  await expect(credits).toContainText('515 credits left, Free Plan');
  await expect(credits.getByRole('listitem').filter({ hasText: 'Credit pack' })).toContainText('500 left');
});

test('before the message has come, the page and then a toast wait visibly', async ({ openAs, person }) => {
  const page = await openAs(person, {}, '/pricing');
  let isHeldBack = true;
  await page.route('**/rest/v1/purchases*', (route) =>
    isHeldBack ? route.fulfill({ json: [] }) : route.continue(),
  );
  await page.locator('#pack_500').getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('button', { name: 'Complete test payment' }).click();
  await expect(page.getByText('waiting for the payment provider…')).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/, { timeout: 10_000 });
  await expect(page.getByText('Waiting for the payment provider to confirm your payment…')).toBeVisible();
  isHeldBack = false;
  await expect(page.getByText('Purchase successful!')).toBeVisible();
});

test('a plan is bought, changed and cancelled, on the phone', async ({ openAs, person }) => {
  const page = await openAs(person, PHONE, '/pricing');
  await page.getByRole('button', { name: 'Choose Start' }).tap();
  await expect(page.getByText('€9 a month')).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Complete test payment' }).tap();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText('165 left', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Settings' }).tap();

  await openRow(page, 'Credits');
  await expect(page.getByText(/Start Plan, billed monthly\. Renews/)).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Manage plan and invoices' }).tap();
  await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Switch to Pro, monthly' }).tap();

  await expect(page).toHaveURL(/\/settings$/);
  await openRow(page, 'Credits');
  await expect(page.getByText(/Pro Plan, billed monthly/)).toBeVisible();
  await expect(page.getByText('315 credits left, Pro Plan')).toBeVisible();
  await page.getByRole('button', { name: 'Manage plan and invoices' }).tap();
  await page.getByRole('button', { name: 'Cancel plan' }).tap();
  await openRow(page, 'Credits');
  await expect(page.getByText(/Pro Plan, billed monthly\. Ends/)).toBeVisible();
  await page.goto('/pricing');
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible();
});

test('a plan is switched to yearly from the pricing page, which then offers the way back', async ({
  openAs,
  person,
}) => {
  const page = await openAs(person, {}, '/pricing');
  await page.getByRole('button', { name: 'Choose Start' }).click();
  await page.getByRole('button', { name: 'Complete test payment' }).click();
  await expect(page.getByText('165 left', { exact: true })).toBeVisible();

  await page.goto('/pricing');
  const start = page.locator('#plans').getByRole('listitem').filter({ hasText: 'Start plan' });
  await expect(start).toContainText('Your plan');
  await page.getByText('Yearly, save 20%').click();
  await expect(start).toContainText('What’s left of the month you’ve paid for is deducted.');
  expect(await findings(page)).toEqual([]);
  await start.getByRole('button', { name: 'Switch to yearly' }).click();
  await page.getByRole('button', { name: 'Switch to Start, yearly' }).click();
  await openRow(page, 'Credits');
  await expect(page.getByText(/Start Plan, billed yearly\./)).toBeVisible();
  await expect(page.getByText('165 credits left, Start Plan')).toBeVisible();

  await page.goto('/pricing');
  await expect(start.getByRole('button', { name: 'Switch to monthly' })).toBeVisible();
  await page.getByText('Yearly, save 20%').click();
  await expect(start).toContainText('Your plan');
});

test('somebody who has nothing to pay with goes back, and nobody can look into another checkout', async ({
  openAs,
  person,
}) => {
  const page = await openAs(person, {}, '/checkout/test?ref=cs_test_nothing');
  await expect(page.getByRole('heading', { name: 'We can’t find that checkout.' })).toBeVisible();
  await page.goto('/pricing#pack_1000');
  await page.locator('#pack_1000').getByRole('button', { name: 'Buy Now' }).click();
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.goto('/settings');
  await expect(page.getByText('15 credits left, Free Plan')).toBeVisible();
});
