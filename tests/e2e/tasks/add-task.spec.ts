import { expect, PHONE, press, test } from '../world/site.ts';

test.describe('on the phone', () => {
  test.use(PHONE);

  test('the form of a new task starts in its title', async ({ page }) => {
    await press(page.getByRole('button', { name: 'Add Task' }).last());
    await expect(page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title')).toBeFocused();
  });
});

test('the toast of a new task covers neither the heading nor the credits', async ({ page }) => {
  await page.getByLabel('Add a task').fill('Call the bank');
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast', { hasText: 'Task added' });
  await expect(toast).toBeVisible();
  const place = await toast.boundingBox();
  // A heading is as wide as its column; its words are what is read.
  const endOfWords = await page.evaluate(`{
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('h1'));
    words.getBoundingClientRect().right;
  }`);
  expect(place?.x).toBeGreaterThan(Number(endOfWords));
  const credits = await page.getByRole('banner').boundingBox();
  expect(place?.y).toBeGreaterThan((credits?.y ?? Number.NaN) + (credits?.height ?? Number.NaN));
});
