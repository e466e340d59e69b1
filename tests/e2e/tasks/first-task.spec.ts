import type { Page } from '@playwright/test';
import { linkTo } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, logIn, test } from '../world/world.ts';

const server = fileServer();

const ADA = { name: 'Ada Example', email: 'ada@example.org', password: 'a windy monday' };
const task = (page: Page) => page.getByRole('checkbox', { name: 'Complete: Sort out the insurance' });

test('a task that is written before the sign-up is on the list once, whichever browser opens the link of the mail @phone', async ({
  page,
  browser,
  contextOptions,
}, { project }) => {
  const person = { ...ADA, email: `${project.name}-${ADA.email}` };
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await page.getByLabel('Your first task').fill('Sort out the insurance');
  await page.getByRole('button', { name: 'Start for Free' }).click();
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /terms/i }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const elsewhere = await browser.newContext(contextOptions);
  const other = await elsewhere.newPage();
  await other.goto(await linkTo(server.url, person.email, 'confirm_signup'));
  await expect(task(other)).toBeVisible();

  // The browser that has it too does not add it again, though it was deleted meanwhile.
  await other.getByRole('button', { name: 'More' }).first().click();
  await other.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(other.getByText('Task deleted')).toBeVisible();
  await page.goto(`${server.url}/login`);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'A clean slate.' })).toBeVisible();
  await expect.poll(() => page.evaluate("localStorage.getItem('errand-first-task')")).toBeNull();
  await expect(task(page)).toHaveCount(0);
  await elsewhere.close();
});
