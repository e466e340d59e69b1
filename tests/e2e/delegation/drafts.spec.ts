import { openRow } from '../world/open-row.ts';
import { addRows, expect, openForm, row, test } from '../world/site.ts';

test('neither Escape nor a session that ends takes a follow-up or a name that is being typed', async ({
  page,
  person,
}) => {
  const title = 'Words for the card';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Answer/);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const profile = await openRow(page, 'Profile');
  const name = profile.getByLabel('Full name');
  await name.fill('Mara Lindqvist');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByRole('button', { name: 'Follow up' }).click();
  const wish = response.getByLabel('What should be different?');
  await wish.fill('Shorter, and in rhyme');
  await page.keyboard.press('Escape');
  await expect(response).toBeHidden();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  await response.getByRole('button', { name: 'Follow up' }).click();
  await expect(wish).toHaveValue('Shorter, and in rhyme');
  const isBack = page.getByText('We restored your draft.');
  await expect(isBack).toBeVisible();

  await person.client.auth.signOut({ scope: 'global' });
  await expect(page).toHaveURL(/\/login/);
  // As the way over another service does it.
  await page.reload();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('a kettle of violets');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(wish).toHaveValue('Shorter, and in rhyme');
  await response.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await page.goto('/settings');
  await expect(profile).toContainText('Mara Lindqvist, not saved yet');
  await openRow(page, 'Profile');
  await expect(name).toHaveValue('Mara Lindqvist');
  await expect(response).toBeHidden();
  await expect(isBack).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name).not.toHaveValue('Mara Lindqvist');
  await expect(name).toBeFocused();
  await expect(isBack).toBeHidden();
});

test('a session that ends takes neither what was chosen in the form nor a file that has arrived', async ({
  page,
  person,
}) => {
  const title = 'What did we spend';
  await person.client.from('projects').insert({ name: 'Flat move', user_id: person.id });
  await addRows(person, [title]);
  await page.reload();
  const dialog = await openForm(page, title, /^Data analysis/);
  await dialog.getByLabel('Project').selectOption({ label: 'Flat move' });
  await dialog.getByLabel('Answer in').selectOption('de');
  const attach = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'browse' }).click();
    await (await chooser).setFiles([
      { name, mimeType: 'text/csv', buffer: Buffer.from('rent,900\ngas,40\n') },
    ]);
  };
  await attach('spent.csv');
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await page.route('**/storage/v1/object/**', () => undefined);
  await attach('earned.csv');
  await expect(dialog.getByRole('progressbar', { name: 'Uploading earned.csv' })).toBeVisible();

  for (const comesBack of [async () => undefined, () => page.reload()]) {
    await person.client.auth.signInWithPassword({ email: person.email, password: 'a kettle of violets' });
    await person.client.auth.signOut({ scope: 'global' });
    await expect(page).toHaveURL(/\/login/);
    await comesBack();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('a kettle of violets');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(dialog.getByRole('radio', { name: /^Data analysis/ })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: /^Data analysis/ })).toBeFocused();
    await expect(dialog.getByLabel('Project')).toHaveValue(/./);
    await expect(dialog.getByLabel('Answer in')).toHaveValue('de');
    await expect(dialog.getByRole('listitem')).toHaveText([/spent\.csv/]);
    await expect(dialog.getByText('We restored your draft.')).toBeVisible();
  }
  await page.unroute('**/storage/v1/object/**');
  const sent = page.waitForRequest('**/functions/v1/delegate');
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    ai_task_type: 'data_analysis',
    language: 'de',
    attachments: [expect.stringMatching(/\.csv$/)],
  });
  await expect(dialog).toBeHidden();
});

test('closing the form of a delegation takes nothing of what was chosen in it, until it is given up or handed over', async ({
  page,
  person,
}) => {
  const [title, other] = ['What did we spend', 'Words for the card'] as const;
  await person.client.from('projects').insert({ name: 'Flat move', user_id: person.id });
  await addRows(person, [title, other]);
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  const isBack = dialog.getByText('We restored your draft.');
  const open = (task: string) => row(page, task).getByRole('button', { name: 'Delegate to AI' }).click();
  const kept = () => page.evaluate("sessionStorage.getItem('errand-delegation')");

  await openForm(page, title, /^Data analysis/);
  await dialog.getByLabel('Project').selectOption({ label: 'Flat move' });
  await dialog.getByLabel('Answer in').selectOption('de');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'browse' }).click();
  await (await chooser).setFiles([
    { name: 'spent.csv', mimeType: 'text/csv', buffer: Buffer.from('rent,900\n') },
  ]);
  await expect(dialog.getByRole('listitem')).toHaveText([/spent\.csv/]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Each task has its own.
  await open(other);
  await expect(dialog.getByText(other)).toBeVisible();
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(isBack).toBeHidden();
  await page.keyboard.press('Escape');

  const expectChosen = async () => {
    await expect(dialog.getByRole('radio', { name: /^Data analysis/ })).toBeChecked();
    await expect(dialog.getByLabel('Project')).toHaveValue(/./);
    await expect(dialog.getByLabel('Answer in')).toHaveValue('de');
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await expect(isBack).toBeVisible();
  };
  await open(title);
  await expectChosen();
  await expect(dialog.getByText('A file wasn’t saved. Please attach it again: spent.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await open(title);
  await expectChosen();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(isBack).toBeHidden();
  await dialog.getByRole('radio', { name: /^Answer/ }).check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open(title);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(await kept()).toBeNull();

  // One that is on its way when its form is closed is kept until it is accepted.
  const answer = Promise.withResolvers<void>();
  await page.route('**/functions/v1/delegate', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await dialog.getByRole('radio', { name: /^Answer/ }).check();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await kept()).toContain('"type":"answer"');
  answer.resolve();
  await expect.poll(kept).toBeNull();
  await openForm(page, other, /^Answer/);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(dialog).toBeHidden();
  expect(await kept()).toBeNull();
});
