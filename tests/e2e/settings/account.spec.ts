import { readFile } from 'node:fs/promises';
import { PASSWORD } from '#tests/acceptance/person.ts';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { findings } from '../world/axe-findings.ts';
import { addRows, expect, isTooWide, PHONE, test } from '../world/site.ts';

test('everything is prepared as one archive, and downloaded', async ({ openAs, person }) => {
  await addRows(person, ['Write to the landlord']);
  const page = await openAs(person, {}, '/settings#account');
  const section = page.getByRole('region', { name: 'Your data' });
  // As if the sign-in had been some time ago.
  await page.route(
    '**/functions/v1/export-account',
    (route) =>
      route.fulfill({ status: 400, json: { code: 'reauthentication_needed', message: 'Prove it.' } }),
    { times: 1 },
  );
  await section.getByRole('button', { name: 'Export data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Current password').fill('not mine');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('The current password is wrong.');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Export data' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your export is ready', { exact: true })).toBeVisible();
  await expect(section.getByText(/^Ready, .+ kB\. Download it by /)).toBeVisible();

  // Read again from the server.
  await page.reload();
  const downloading = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^errand-\d{4}-\d\d-\d\d\.zip$/);
  const archive = readZip(await readFile(await download.path()));
  expect(archive.get('data/tasks.json')?.toString()).toContain('Write to the landlord');
});

test('the account is deleted after a proof, here and on every other device', async ({ openAs, person }) => {
  const elsewhere = await openAs(person);
  await expect(elsewhere.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const page = await openAs(person, PHONE, '/settings#account');
  const open = page
    .getByRole('region', { name: 'Your data' })
    .getByRole('button', { name: 'Delete account' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await expect(dialog.getByText('You lose your 15 credits.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  const confirm = dialog.getByRole('button', { name: 'Delete forever' });
  await confirm.click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  const password = dialog.getByLabel('Current password');
  await password.fill('not mine');
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('The current password is wrong.');
  await expect(password).toHaveValue('not mine');
  await page.route('**/functions/v1/delete-account', (route) => route.abort(), { times: 1 });
  await password.fill(PASSWORD);
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  );
  await confirm.click();

  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(elsewhere).toHaveURL(/\/login/);
});
