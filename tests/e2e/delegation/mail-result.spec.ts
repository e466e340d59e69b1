import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { mailboxKeyOf } from '#tests/worlds/server-process.ts';
import { findings } from '../world/axe-findings.ts';
import { addRows, expect, isTooWide, openForm, type Page, type Person, row, test } from '../world/site.ts';

const TITLE = 'Compare home contents insurance';

async function openResponse(page: Page, person: Person): Promise<Locator> {
  await addRows(person, [TITLE]);
  await page.reload();
  const form = await openForm(page, TITLE, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  await row(page, TITLE).getByRole('button', { name: 'View Full Response' }).click();
  return page.getByRole('dialog', { name: 'AI Assistant Response' });
}

test('a finished result is sent to one’s own address by keyboard, and lies in the local mailbox with its PDF @phone', async ({
  page,
  person,
  site,
}) => {
  const response = await openResponse(page, person);
  const formats = response.getByRole('button', { name: 'Other formats' });
  const item = page.getByRole('menuitem', { name: 'Send to my email' });
  await formats.press('Enter');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Sent to ${person.email}`)).toBeVisible({ timeout: 30_000 });
  expect(await findings(page)).toEqual([]);

  await page.goto(`/mailbox?to=${encodeURIComponent(person.email)}#key=${await mailboxKeyOf(site.url)}`);
  await expect(page.getByRole('heading', { name: `Your result: ${TITLE}` })).toBeVisible();
  const attachment = page.getByRole('list', { name: 'Attachments' }).getByRole('button');
  const saving = page.waitForEvent('download');
  await attachment.click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^compare-home-contents-insurance-\d{8}-\d{4}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await findings(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});

test('that a result couldn’t be sent is told, with what to do', async ({ page, person }) => {
  const response = await openResponse(page, person);
  const send = async () => {
    await response.getByRole('button', { name: 'Other formats' }).click();
    await page.getByRole('menuitem', { name: 'Send to my email' }).click();
  };
  const mail = { id: 'a', email: person.email, status: 'failed', error_code: 'too_large' };
  await page.route('**/functions/v1/mail-result', (route) => route.fulfill({ status: 202, json: { mail } }));
  await send();
  await expect(page.getByText('the result is too large. Please download it instead.')).toBeVisible();
  await page.unroute('**/functions/v1/mail-result');
  await page.route('**/functions/v1/mail-result', (route) => route.abort());
  await send();
  await expect(page.getByText('Please try again, or download the result.')).toBeVisible();
});
