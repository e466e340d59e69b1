import { addRows, expect, isTooWide, openForm, row, test } from '../world/site.ts';

const TITLE = 'Compare the two repair offers for the bicycle, and say which one to take';

test('the form says what comes back, and the receipt whether it did @phone', async ({ page, person }) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^Answer/);
  await expect(form.getByText('An answer in English.')).toBeVisible();
  await form.getByLabel('Answer in').selectOption('de');
  await expect(form.getByText('An answer in German.')).toBeVisible();
  await form.getByLabel('Answer in').selectOption('en');
  await form.getByLabel('Anything to add?').fill('- price\n- delivery time');
  await expect(form.getByText('It covers: price, delivery time')).toBeVisible();
  expect(await isTooWide(page)).toBe(false);

  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, TITLE).getByRole('button', { name: 'View Full Response' }).click({ timeout: 20_000 });
  const receipt = page.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('An answer in English.')).toBeVisible();
  await expect(receipt.getByText(/^Nobody checked whether it covers: /)).toBeVisible();
});

test('an image is promised in its size and format, and in no language', async ({ page, person }) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^Create image/);
  await expect(form.getByText('One image, 1024 × 1024 pixels, PNG.')).toBeVisible();
});
