import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAccount } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

const PERSON = { name: 'Cleo Example', email: 'cleo@example.org', password: 'a quiet thursday' };
const folder = mkdtempSync(join(tmpdir(), 'errand-catalogue-'));

const server = fileServer(() => {
  const path = join(folder, 'catalogue.json');
  writeFileSync(
    path,
    JSON.stringify({
      currency: 'USD',
      yearlySavingPercent: 25,
      packs: [
        { credits: 100, price: 4.5, name: 'A taste' },
        { credits: 1200, price: 40, listPrice: 50, bestValue: true },
      ],
      plans: {
        start: { name: 'Basic', credits: 200, price: 9.99 },
        pro: { name: 'Team', credits: 900, price: 29 },
      },
    }),
  );
  return { env: { CATALOGUE_FILE: path } };
});
test.beforeAll(() => makeAccount(server.url, PERSON));
test.afterAll(() => rmSync(folder, { recursive: true }));

test('the landing page shows the packs that are sold here, and leads to them', async ({ page }) => {
  await page.goto(server.url);
  const packs = page.locator('#pricing .price');
  await expect(packs).toHaveText([
    /^A taste\$4\.50Buy Now$/,
    /^1,200 AI tasksBEST VALUE\$40List price\$50You save20%Buy Now$/,
  ]);
  const buy = packs.first().getByRole('link', { name: 'Buy Now' });
  await expect(buy).toHaveAccessibleDescription('A taste');
  await buy.click();
  await expect(page.getByText('You must be logged in to purchase')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/login?next=%2Fpricing%3Fbuy%3Dpack_100%23pack_100`);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/pricing#pack_100`);
  await expect(page.locator('#pack_100')).toBeInViewport();
});

test('the pricing page, the checkout and the settings say what is sold, and it costs that', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(`${server.url}/pricing`);
  const price = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(page.getByRole('heading', { name: '500 AI tasks' })).toHaveCount(0);
  await expect(page.locator('#packs .price')).toHaveText([
    /^A taste\$4\.50/,
    /^1,200 AI tasksBEST VALUE\$40/,
  ]);
  await expect(price('Basic plan')).toContainText('$9.99a month');
  await page.getByText('Yearly, save 25%').click();
  await expect(price('Team plan')).toContainText('$261 a year');
  await expect(price('Team plan')).toContainText('900 each month');

  await page.locator('#pack_100').getByRole('button', { name: 'Buy Now' }).click();
  await expect(page.getByText('$4.50, once')).toBeVisible();
  await page.getByRole('button', { name: 'Complete test payment' }).click();
  await expect(page.getByText('115 left', { exact: true })).toBeVisible();

  await page.goto(`${server.url}/pricing`);
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await expect(page.getByText('$9.99 a month')).toBeVisible();
  await page.getByRole('button', { name: 'Complete test payment' }).click();
  await expect(page.getByText('315 left', { exact: true })).toBeVisible();
  await page.goto(`${server.url}/settings#credits`);
  await expect(page.getByText(/Basic Plan, billed monthly\. Renews/)).toBeVisible();
  await page.getByRole('button', { name: 'Manage plan and invoices' }).click();
  await expect(page.getByRole('button', { name: 'Switch to Team, yearly' })).toBeVisible();
});
