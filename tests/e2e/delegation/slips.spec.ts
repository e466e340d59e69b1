import { addRows, expect, isTooWide, openForm, PHONE, row, test } from '../world/site.ts';

test('an answer is followed up where it is read; once opened its slip is folded, on every device', async ({
  page,
  person,
  openAs,
}) => {
  const title = 'Words for the card';
  await addRows(person, [title]);
  const form = await openForm(page, title, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  const slip = row(page, title);
  await slip.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByRole('button', { name: 'Follow up' }).click();
  await response.getByLabel('What should be different?').fill('Shorter');
  await response.getByRole('button', { name: 'Make a new version' }).click();
  const work = response.getByRole('region', { name: 'New version' });
  await expect(work.getByText('AI is working on your task...')).toBeVisible();
  await expect(response.getByRole('button', { name: 'Follow up' })).toBeDisabled();
  await expect(response.getByText('Version 2 of 2')).toBeVisible();
  await expect(work).toBeHidden();
  await expect(response.getByText('No. 0002')).toBeVisible();
  await expect(response.getByRole('article')).toBeFocused();
  await page.keyboard.press('Escape');

  const unfold = slip.getByRole('button', { name: 'Show the answer' });
  await expect(slip.getByRole('button', { name: /^View Full Response: Delivered/ })).toBeFocused();
  await unfold.click();
  const fold = slip.getByRole('button', { name: 'Collapse' });
  await expect(fold).toBeFocused();
  const other = await openAs(person, PHONE);
  const otherSlip = row(other, title);
  await otherSlip.getByRole('button', { name: 'Collapse' }).click();
  await expect(otherSlip.getByText('No. 0002')).toBeVisible();
  expect(await isTooWide(other)).toBe(false);
  await expect(unfold).toBeVisible();
  await page.reload();
  await expect(unfold).toBeVisible();
});
