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
  const covered = await toast.boundingBox();
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByText('15 credits left').last()]) {
    // A heading is as wide as its column; its words are what is read.
    const words = await part.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().toJSON();
    });
    const isBeside =
      covered !== null &&
      (words.right <= covered.x ||
        words.left >= covered.x + covered.width ||
        words.bottom <= covered.y ||
        words.top >= covered.y + covered.height);
    expect(isBeside).toBe(true);
  }
});
