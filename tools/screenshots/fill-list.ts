import type { Page } from '@playwright/test';
import { AT_WORK, DELIVERED, DONE, PROJECT, TASKS } from './sample-answers.ts';

/** Who signs up. */
export const PERSON = { name: 'Mara Lind', email: 'mara@example.org', password: 'a rainy tuesday' };

/** Signs up and fills a list by hand, as a person would: ends with one answer delivered and one being written. */
export async function fillList(page: Page, url: string): Promise<void> {
  await startList(page, url, TASKS);
  await delegate(page, DELIVERED.title);
  await page.getByRole('button', { name: 'View Full Response' }).waitFor();
  await delegate(page, AT_WORK.title);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
}

/** Signs up, makes the project, and writes these tasks below two that are done. */
export async function startList(page: Page, url: string, tasks: readonly string[]): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Full name').fill(PERSON.name);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'A clean slate.' }).waitFor();

  await page.getByRole('button', { name: 'Add Project' }).click();
  await page.getByLabel('Name').fill(PROJECT.name);
  await page.getByLabel('Description').fill(PROJECT.description);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Project' }).click();
  await page.getByText('Project added').waitFor();

  for (const task of [...DONE, ...tasks]) await addTask(page, task);
  for (const task of DONE) {
    const title = task.split(' +')[0] ?? task;
    await page.getByRole('checkbox', { name: `Complete: ${title}` }).check();
  }
}

/** Waits until the notes of what was just done are gone, and closes the one that stays. */
export async function clearToasts(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const close = toasts.getByRole('button', { name: 'Close' });
  for (let open = await close.count(); open > 0; open -= 1) await close.first().click();
  // A toast under the mouse does not run out.
  await page.mouse.move(0, 0);
  await toasts.locator('.toast').first().waitFor({ state: 'detached', timeout: 20_000 });
}

async function addTask(page: Page, text: string): Promise<void> {
  const line = page.getByLabel('Add a task');
  const rows = page.getByRole('checkbox');
  const before = await rows.count();
  await line.fill(text);
  await line.press('Enter');
  await rows.nth(before).waitFor();
}

async function delegate(page: Page, title: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: 'Delegate to AI' }).click();
  await page.getByRole('radio', { name: /^Answer/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Delegate', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
