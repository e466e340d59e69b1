import { addRows, expect, row, test, titles } from '../world/site.ts';

test('projects that cannot be read are missed aloud, on the dashboard and in the form', async ({
  person,
  openAs,
}) => {
  await addRows(person, ['Call the bank']);
  await person.client.from('projects').insert({ name: 'Flat move' }).throwOnError();
  const page = await openAs(person, {}, '/404');
  // Once it is joined everything is read again, with no press.
  await page.routeWebSocket(/realtime/, () => {});
  await page.route('**/rest/v1/projects*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
  );
  await page.goto('/dashboard');
  await expect(titles(page, 'Pending')).toHaveText(['Call the bank']);
  const line = page.locator('#content').getByRole('status').filter({ hasText: 'Failed to load projects' });
  await expect(line).toBeVisible();
  await row(page, 'Call the bank').getByRole('button', { name: 'Delegate to AI' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Failed to load projects');
  await page.unroute('**/rest/v1/projects*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByLabel('Project').selectOption('Flat move');
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();
});
