import { savedText } from '../world/saved-text.ts';
import { addRows, expect, isTooWide, openForm, type Page, row, test } from '../world/site.ts';

/** Puts an open box in place of the first point of each answer that the page reads. */
const putInAnswers = (page: Page, step: string): Promise<unknown> =>
  page.route('**/rest/v1/ai_responses?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('- First point', `- [ ] ${step}`);
    await route.fulfill({ response: answer, body });
  });

test('an answer is turned into tasks of its project, in one press and one undo', async ({ page, person }) => {
  const title = 'Plan the party';
  const { client, id: user_id } = person;
  const { data: project } = await client
    .from('projects')
    .insert({ name: 'Summer', user_id })
    .select('id')
    .single();
  await addRows(person, [title], { project_id: project?.id });
  await page.reload();
  const form = await openForm(page, title, /^Answer/);
  await form.getByRole('button', { name: 'Break it down into steps' }).click();
  await expect(form.getByLabel(/Anything to add/)).toHaveValue(/one by one/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, title).getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  const steps = response.getByRole('region', { name: 'Turn into tasks' });

  await steps.getByRole('button', { name: 'Turn into tasks' }).click();
  // Nothing in this answer says that it is to be done.
  await expect(steps.getByRole('button', { name: 'Add tasks' })).toBeDisabled();
  await steps.getByRole('button', { name: 'Select all' }).click();
  await steps.getByLabel('Timeframe').selectOption('Tomorrow');
  await expect(steps.getByLabel('Project')).toHaveValue(project?.id ?? '');
  expect(await isTooWide(page)).toBe(false);
  await steps.getByLabel('First point').uncheck();
  await steps.getByLabel('First point').check();
  await steps.getByRole('button', { name: 'Add 2 tasks' }).press('Enter');
  await expect(page.getByText('2 tasks added')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Second point with a link')).toBeVisible();
  const added = () =>
    client.from('tasks').select('project_id,timeframe').eq('title', 'Second point with a link');
  await expect
    .poll(async () => (await added()).data)
    .toEqual([{ project_id: project?.id, timeframe: 'tomorrow' }]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Second point with a link')).toBeHidden();
  await expect(row(page, 'First point')).toBeHidden();
});

test('an answer is followed up by a list of what to do', async ({ page, person }) => {
  const title = 'Plan the summer';
  await addRows(person, [title]);
  const form = await openForm(page, title, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, title).getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByRole('button', { name: 'Follow up' }).click();
  const list = response.getByRole('button', { name: 'List what I should do' });
  await list.click();
  await expect(list).toBeHidden();
  await expect(response.getByLabel('What should be different?')).toHaveValue(/an open box for each task/);
  const sent = page.waitForRequest(/delegate/);
  await response.getByRole('button', { name: 'Make a new version' }).click();
  expect((await sent).postData()).toContain('an open box for each task');
  await expect(response.getByText('Version 2 of 2')).toBeVisible();
});

test('days that are written in another language are those of the tasks', async ({ page, person }) => {
  const title = 'Die Reise planen';
  await addRows(person, [title]);
  await putInAnswers(page, 'Die Fahrkarten bis zum 24. Dezember 2099 buchen');
  const form = await openForm(page, title, /^Answer/);
  await form.getByLabel('Answer in').selectOption('de');
  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, title).getByRole('button', { name: 'View Full Response' }).click({ timeout: 20_000 });
  const steps = page.getByRole('region', { name: 'Turn into tasks' });
  await steps.getByRole('button', { name: 'Turn into tasks' }).click();
  await expect(steps.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await steps.getByRole('button', { name: 'Add 1 task' }).click();
  const saved = () =>
    person.client.from('tasks').select('due_on,is_dated').like('title', 'Die Fahrkarten bis zum 24.%');
  await expect.poll(async () => (await saved()).data).toEqual([{ due_on: '2099-12-24', is_dated: true }]);
});

test('days of things to do go into a calendar, where an answer names any @phone', async ({
  page,
  person,
}) => {
  const title = 'Plan the journey';
  await addRows(person, [title]);
  await putInAnswers(page, 'Book by 24 December 2099, or pay more');
  const form = await openForm(page, title, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, title).getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(response.getByText('Book by 24 December 2099')).toBeVisible();
  const calendar = await savedText(page, async () => {
    await response.getByRole('button', { name: 'Other formats' }).click();
    await page.getByRole('menuitem', { name: 'Calendar (.ics)' }).click();
  });
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(calendar).toContain('\r\nDTSTART;VALUE=DATE:20991224\r\n');
  expect(calendar).toContain('\r\nSUMMARY:Book by 24 December 2099\\, or pay more\r\n');

  await page.unrouteAll();
  await page.reload();
  await expect(response.getByText('First point')).toBeVisible();
  await response.getByRole('button', { name: 'Other formats' }).click();
  await expect(page.getByRole('menuitem', { name: 'Word (.docx)' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Calendar (.ics)' })).toBeHidden();
});
