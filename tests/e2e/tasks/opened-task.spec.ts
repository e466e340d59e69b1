import type { Page } from '@playwright/test';
import { findings } from '../world/axe-findings.ts';
import { addRows, expect, type Person, press, row, test } from '../world/site.ts';

const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const notesOf = async ({ client }: Person) => (await client.from('tasks').select('title,notes')).data;
const open = (page: Page, title: string) => press(row(page, title).getByRole('button', { name: title }));

test('a task opens from its title, is saved as one types, and has an address that Back closes @phone', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank', 'Buy boxes']);
  await open(page, 'Call the bank');
  const task = sheet(page, 'Call the bank');
  await task.getByLabel('Notes').fill('Ask about **fees**: https://bank.example/fees');
  await task.getByLabel('Priority').selectOption('High');
  await expect(task.getByText(/^Saved \d/).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await expect(page).toHaveURL(/\/dashboard\?task=[0-9a-f-]{36}$/);
  const stored = await person.client.from('tasks').select('notes,priority').eq('title', 'Call the bank');
  expect(stored.data).toEqual([{ notes: 'Ask about **fees**: https://bank.example/fees', priority: 'high' }]);

  await page.reload();
  await expect(task.locator('strong')).toHaveText('fees');
  await task.getByLabel('Title').fill('Call the savings bank');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(row(page, 'Call the savings bank')).toContainText('Has notes');
  await expect
    .poll(() => notesOf(person))
    .toContainEqual(expect.objectContaining({ title: 'Call the savings bank' }));
});

test('by keyboard a row opens with Enter and has the focus again after Escape', async ({ page, person }) => {
  await addRows(person, ['Call the bank']);
  await expect(row(page, 'Call the bank')).toBeVisible();
  await page.keyboard.press('j');
  await expect(row(page, 'Call the bank')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet(page, 'Call the bank')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page, 'Call the bank')).toBeHidden();
  await expect(row(page, 'Call the bank')).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('notes that were changed in another tab are shown before one of the two is kept', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  await open(page, 'Call the bank');
  const task = sheet(page, 'Call the bank');
  await task.getByLabel('Notes').pressSequentially('Mine');
  await person.client.from('tasks').update({ notes: 'Theirs' }).eq('title', 'Call the bank');
  const notice = task.getByRole('alert');
  await expect(notice).toContainText('Theirs');
  await expect(task.getByLabel('Notes')).toHaveValue('Mine');
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(() => notesOf(person)).toEqual([{ title: 'Call the bank', notes: 'Mine' }]);
});

test('what is typed offline waits on the device, and is sent with the network', async ({ page, person }) => {
  await addRows(person, ['Call the bank']);
  await open(page, 'Call the bank');
  const task = sheet(page, 'Call the bank');
  await expect(task.getByLabel('Notes')).toBeVisible();
  await page.context().setOffline(true);
  await task.getByLabel('Notes').fill('Written in the train');
  await expect(task.getByText('Waiting to send')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(task).toBeHidden();
  await page.context().setOffline(false);
  await expect
    .poll(() => notesOf(person))
    .toEqual([{ title: 'Call the bank', notes: 'Written in the train' }]);
});

test('an address of a task that is gone says so', async ({ page, person }) => {
  await addRows(person, ['Call the bank']);
  const { data } = await person.client
    .from('tasks')
    .delete()
    .select('id')
    .eq('title', 'Call the bank')
    .single();
  await page.goto(`/dashboard?task=${String(data?.['id'])}`);
  await expect(page.getByRole('dialog')).toContainText('This task isn’t in your list.');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an answer has an address: Back leads to the task it was opened from, and a second tab opens it', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  const { data } = await person.client.from('tasks').select('id').single();
  const body = { task_id: String(data?.['id']), ai_task_type: 'answer' };
  expect((await person.client.functions.invoke('delegate', { body })).error).toBeNull();
  await open(page, 'Call the bank');
  const task = sheet(page, 'Call the bank');
  await task.getByRole('button', { name: 'View Full Response' }).click();
  const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(answer).toBeVisible();
  await expect(page).toHaveURL(/\?task=[0-9a-f-]{36}&answer=[0-9a-f-]{36}$/);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(tab.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
  await tab.close();
  await page.goBack();
  await expect(answer).toBeHidden();
  await expect(task.getByText('Delivered: Answer')).toBeVisible();
});
