import type { Page } from '@playwright/test';
import { expect, openMailbox, PERSON, test } from '../world/world.ts';

test.use({ model: 'sim/fast', contextOptions: { reducedMotion: 'no-preference' } });

/** Tabs on until the element with this name has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: RegExp, hasIt = () => isFocused(page, name)): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await hasIt()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`nothing named ${name} can be reached by the Tab key`);
}

async function isFocused(page: Page, name: RegExp): Promise<boolean> {
  return (await page.locator(':focus').count()) > 0 && name.test(await nameOf(page));
}

/** Label, aria-label or text of what has the focus. */
const nameOf = (page: Page): Promise<string> =>
  page.evaluate(
    `(() => { const e = document.activeElement; return [e.getAttribute('aria-label'), ...[...(e.labels ?? [])].map((l) => l.textContent), e.textContent].filter(Boolean).join(' ').trim(); })()`,
  );

test('the main job needs no mouse', async ({ page, installation }) => {
  const { url } = installation.server;
  await openMailbox(page, url);
  await page.goto(`${url}/register`);
  for (const [field, text] of [
    [/full name/i, PERSON.name],
    [/^email/i, PERSON.email],
    [/^password/i, PERSON.password],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await tabTo(page, /terms/i);
  await page.keyboard.press('Space');
  await tabTo(page, /^sign up/i);
  await page.keyboard.press('Enter');
  await tabTo(page, /mailbox/i);
  await page.keyboard.press('Enter');
  const mail = page.frameLocator('iframe').first();
  const link = mail.getByRole('link', { name: /confirm/i });
  await expect(link.first()).toBeVisible();
  const focused = link.and(mail.locator(':focus'));
  await tabTo(page, /confirm/i, async () => (await focused.count()) > 0);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard/);

  await tabTo(page, /^add task/i);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Book the van for Saturday');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task added')).toBeVisible();
  await expect(dialog).toBeHidden();

  await tabTo(page, /delegate to ai/i);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, /^answer/i);
  await page.keyboard.press('Space');
  await tabTo(page, /^delegate(?! to)/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();

  await tabTo(page, /view full response/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
  await tabTo(page, /^download$/i);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saving).suggestedFilename()).toMatch(/^book-the-van-for-saturday-/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
  await tabTo(page, /^complete task/i);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task completed')).toBeVisible();
});
