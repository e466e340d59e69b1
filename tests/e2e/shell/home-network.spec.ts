import { addRows, expect, openForm, row, test } from '../world/site.ts';

test('at the address of a home network, without https, rows come live and an answer is copied', async ({
  site,
  person,
  openAs,
}) => {
  await addRows(person, ['Ask the neighbour']);
  const home = new URL(site.url);
  home.hostname = 'home.test';
  const page = await openAs(person, { baseURL: home.origin }, '/404');
  expect(await page.evaluate('isSecureContext')).toBe(false);
  const connecting = page.waitForEvent('websocket');
  await page.goto('/dashboard');
  await (await connecting).waitForEvent('framereceived');

  const dialog = await openForm(page, 'Ask the neighbour', /^Answer/);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await row(page, 'Ask the neighbour').getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Answer copied')).toBeVisible();
  await page.keyboard.press('Escape');
  const field = (await openForm(page, 'Ask the neighbour', /^Answer/)).getByLabel('Anything to add?');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(field).toHaveValue(/Second point/);
});
