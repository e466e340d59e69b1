import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { addRows, expect, isTooWide, openForm, row, test } from '../world/site.ts';

const TITLE = 'Compare the two repair offers for the bicycle, and say which one to take';

test('the form says what comes back, and the receipt whether it did @phone', async ({ page, person }) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^Answer/);
  await expect(form.getByText('An answer in English, as long as the task needs.')).toBeVisible();
  await form.getByLabel('Answer in').selectOption('de');
  await expect(form.getByText('An answer in German, as long as the task needs.')).toBeVisible();
  await form.getByLabel('Answer in').selectOption('en');
  await form.getByLabel('Anything to add?').fill('- price\n- delivery time');
  await expect(form.getByText('You asked for: price, delivery time')).toBeVisible();
  expect(await isTooWide(page)).toBe(false);

  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, TITLE).getByRole('button', { name: 'View Full Response' }).click();
  const receipt = page.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('An answer in English, as long as the task needs.')).toBeVisible();
  await expect(receipt.getByText(/^Nobody checked whether it covers: /)).toBeVisible();

  // A new version is promised before its credit is spent, too.
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByRole('button', { name: 'Follow up' }).click();
  const change = response.getByRole('region', { name: 'Follow up' });
  await change.getByLabel('What should be different?').fill('In French, please');
  await expect(change.getByText('An answer in French, as long as the task needs.')).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
});

test('an image is promised in its size and format, and in no language', async ({ page, person }) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^Create image/);
  await expect(form.getByText('One image, 1024 × 1024 pixels, PNG.')).toBeVisible();
});

test('a document is promised by its pages, an edited picture by its size, as soon as they are known @phone', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^PDF summary/);
  await expect(form.getByText('A summary of your document in English')).toBeVisible();
  const line = 'The lease can be ended by either side with three months’ notice to the end of a quarter.';
  const buffer = makePdf([line, '', line]);
  const attach = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    form.locator('input[type=file]').setInputFiles(file);
  await attach({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
  await expect(form.getByText('2 pages of 3 will be read. The others have no text.')).toBeVisible();
  expect(await isTooWide(page)).toBe(false);

  await form.getByRole('radio', { name: /^Edit image/ }).check();
  await form.getByRole('button', { name: 'Remove lease.pdf' }).click();
  const picture = await makePicture({ width: 900, height: 600 });
  await attach({ name: 'hall.png', mimeType: 'image/png', buffer: picture });
  await expect(form.getByText('One image, 900 × 600 pixels, PNG.')).toBeVisible();
});
