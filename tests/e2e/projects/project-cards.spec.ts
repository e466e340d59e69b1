import { expect, test } from '../world/site.ts';

test('a card shows three lines of a description, however few letters fill more', async ({ page, person }) => {
  const wide = 'WWWWWW '.repeat(20).trim();
  const rows = [
    { name: 'Wide', description: wide },
    { name: 'Short', description: 'Collect receipts.' },
  ];
  await person.client.from('projects').insert(rows.map((row) => ({ ...row, user_id: person.id })));
  await page.goto('/projects');
  const text = page.getByText(wide);
  const height = async () => (await text.boundingBox())?.height;
  // One button: the short description has none.
  await page.getByRole('button', { name: 'Read more' }).click();
  expect(await height()).toBeGreaterThan(3 * 22);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(3 * 22);
  await expect(page.getByRole('button', { name: 'Read more' })).toBeVisible();
});
