import { z } from 'zod';
import { operate } from '#tests/worlds/operator.ts';
import { expect, isTooWide, PHONE, test } from '../world/site.ts';

const codes = z.tuple([z.object({ code: z.string() })]);

test.use(PHONE);

test('a code of the operator becomes credits, once, and a line of the history', async ({
  openAs,
  person,
  site,
}) => {
  const [{ code }] = codes.parse(await operate(site.place, 'create-codes', '--credits', '50', '--uses', '2'));
  const page = await openAs(person, PHONE, '/redeem');
  const field = page.getByLabel('Code');
  const submit = page.getByRole('button', { name: 'Redeem', exact: true });

  await field.fill('0000-0000-0000-0000');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('We don’t recognise that code. Check it and try again.');
  // As it is typed on a phone.
  await field.fill(code.toLowerCase().replaceAll('-', ' '));
  await submit.click();
  await expect(page.getByText('50 credits were added.')).toBeVisible();
  await field.fill(code);
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('You’ve already redeemed this code.');
  expect(await isTooWide(page)).toBe(false);

  await page.goto('/settings#credits');
  await expect(page.getByText('65 credits left, Free Plan')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'Redeemed code' })).toContainText('+50');
});

test('a server that does not answer is named, and a session that ends does not take the code', async ({
  openAs,
  person,
}) => {
  const page = await openAs(person, PHONE, '/404');
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/redeem');
  await expect(page.getByRole('alert')).toContainText('you can’t redeem a code right now');
  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByLabel('Code').fill('A1B2-C3D4');
  await person.client.auth.signOut({ scope: 'global' });
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page.getByRole('link', { name: 'Log in to redeem' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('a kettle of violets');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Code')).toHaveValue('A1B2-C3D4');
});
