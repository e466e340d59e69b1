import { expect, test } from '../world/site.ts';

test('where news do not arrive, a project that was changed elsewhere is not replaced unseen', async ({
  person,
  openAs,
}) => {
  const projects = () => person.client.from('projects');
  await projects().insert({ name: 'Flat move' }).throwOnError();
  const page = await openAs(person, {}, '/404');
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto('/projects');
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit Flat move' }).click();
  await form.getByLabel('Name').fill('Lindengasse');

  // Another part of it: both stay.
  await projects().update({ description: 'On 30 November.' }).eq('name', 'Flat move').throwOnError();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  const stored = async () => (await projects().select('name,description').throwOnError()).data;
  expect(await stored()).toEqual([{ name: 'Lindengasse', description: 'On 30 November.' }]);

  // The same part: both are shown, and the last save wins.
  await page.getByRole('button', { name: 'Edit Lindengasse' }).click();
  await form.getByLabel('Description').fill('On 2 December.');
  await projects().update({ description: 'On 1 December.' }).eq('name', 'Lindengasse').throwOnError();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('On 1 December.');
  expect(await stored()).toEqual([{ name: 'Lindengasse', description: 'On 1 December.' }]);
  await expect(form.getByLabel('Description')).toHaveValue('On 2 December.');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  expect(await stored()).toEqual([{ name: 'Lindengasse', description: 'On 2 December.' }]);
});
