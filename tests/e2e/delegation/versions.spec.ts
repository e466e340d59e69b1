import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { ask, failUntilAsked } from '../world/asked.ts';
import { findings } from '../world/axe-findings.ts';
import { addRows, expect, isTooWide, type Page, PHONE, test } from '../world/site.ts';

const TITLE = 'Train or car to Berlin';

async function answered(page: Page, type: RegExp): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: TITLE })
    .getByRole('button', { name: 'Delegate to AI' })
    .click();
  const form = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await form.getByRole('radio', { name: type }).check();
  await form.getByRole('button', { name: 'Delegate' }).click();
  await page.getByRole('button', { name: 'View Full Response' }).click();
}

const responseOf = (page: Page) => page.getByRole('dialog', { name: 'AI Assistant Response' });

/** Asks for a new version, and waits until it is shown in the place of the one before. */
async function askAndWait(page: Page, send: Locator, version: number): Promise<void> {
  await send.click();
  const shown = responseOf(page).getByText(`Version ${version} of ${version}`);
  await expect(shown).toBeVisible();
}

test('an answer is taken along as text, as Markdown and as a document, by keyboard too', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  await answered(page, /^Reasoning/);
  const response = responseOf(page);
  await response.getByRole('button', { name: 'Other formats' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Text (.txt)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Text (.txt)' })).toBeHidden();
  await expect(response).toBeVisible();

  await response.getByRole('button', { name: 'Other formats' }).click();
  const formats = await page.getByRole('menu').boundingBox();
  expect(formats?.x).toBeGreaterThan((await response.boundingBox())?.x ?? Number.POSITIVE_INFINITY);
  await page.keyboard.press('Escape');

  const saveAs = async (name: string) => {
    await response.getByRole('button', { name: 'Other formats' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const download = await saving;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const markdown = await saveAs('Markdown (.md)');
  expect(markdown.name).toMatch(/^train-or-car-to-berlin-\d{8}-\d{4}\.md$/);
  expect(markdown.bytes.toString()).toMatch(
    /^# Train or car to Berlin\n\n\*No\\?\. 0001\\?\. Made by sim\/reasoned/,
  );
  const word = await saveAs('Word (.docx)');
  expect(word.name).toMatch(/^train-or-car-to-berlin-\d{8}-\d{4}\.docx$/);
  const partOf = (bytes: Buffer) => readZip(bytes).get('word/document.xml')?.toString();
  expect(partOf(word.bytes)).toMatch(/Assumptions.*>Receipt<.*What was done/s);

  const draft = await saveAs('Email draft (.eml)');
  expect(draft.name).toMatch(/^train-or-car-to-berlin-\d{8}-\d{4}\.eml$/);
  expect(draft.bytes.toString()).toMatch(/^Subject: .*\r\nDate: .*\r\nX-Unsent: 1\r\n/);

  // The choice is kept on this device.
  await response.getByRole('button', { name: 'Other formats' }).click();
  const choice = page.getByRole('menuitemcheckbox', { name: 'Receipt in Word and PDF' });
  await expect(choice).toBeChecked();
  // Not End and Enter: a menu that was opened by a click may not have the focus yet.
  await choice.press('Enter');
  await expect(choice).not.toBeChecked();
  await page.reload();
  const without = await saveAs('Word (.docx)');
  expect(partOf(without.bytes)).toContain('Assumptions');
  expect(partOf(without.bytes)).not.toContain('>Receipt<');

  await page.setViewportSize(PHONE.viewport);
  await response.getByRole('button', { name: 'Other formats' }).click();
  for (const name of ['Text (.txt)', 'Word (.docx)', 'Email draft (.eml)', 'Print or save as PDF']) {
    await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 });
  }
  expect(await isTooWide(page)).toBe(false);
});

test('on paper there is the answer with its title and receipt, in black on white, and nothing else', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE, 'Another task']);
  await answered(page, /^Reasoning/);
  const response = responseOf(page);
  await expect(response.getByRole('heading', { name: 'Confidence' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(response.getByRole('complementary')).toHaveCSS('break-before', 'page');
  await expect(response.getByRole('heading', { name: 'Assumptions' })).toBeVisible();
  await expect(response.getByText('Made by').or(response.getByText('Credits left'))).toBeVisible();
  await expect(page.getByText('Another task')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(response).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(response.getByRole('heading', { name: 'Assumptions' })).toHaveCSS('color', 'rgb(0, 0, 0)');

  await page.emulateMedia({ media: 'screen' });
  await response.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitemcheckbox').click();
  await page.keyboard.press('Escape');
  await expect(response.getByText('Credits left')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(response.getByText('Credits left')).toBeHidden();
});

test('a follow-up says its price, makes a new version for one credit, and each version stays', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  await answered(page, /^Reasoning/);
  const response = responseOf(page);
  await expect(response.getByText(/^Version/)).toBeHidden();
  await response.getByRole('button', { name: 'Follow up' }).click();
  const wish = response.getByLabel('What should be different?');
  await expect(wish).toBeFocused();
  // The receipt of the answer that is read names a price too.
  const form = response.locator('form').filter({ has: page.getByLabel('What should be different?') });
  await expect(form.getByText('1 credit', { exact: true })).toBeVisible();
  const send = response.getByRole('button', { name: 'Make a new version' });
  await expect(send).toBeDisabled();
  await wish.fill('Shorter, in French');
  await expect(response.getByLabel('Answer in')).toHaveValue('fr');
  await wish.fill('Shorter');
  await expect(response.getByLabel('Answer in')).toHaveValue('en');
  expect(await findings(page)).toEqual([]);
  await askAndWait(page, send, 2);
  await expect(page.getByText('13 credits left', { exact: true })).toBeVisible();
  await response.getByText('Version 2 of 2').click();
  await expect(response.getByRole('button', { name: /^Version 2.*Shorter$/s })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(response.getByText(/^Read the previous answer/)).toBeVisible();
  await expect(response.getByText('To this server’s own AI service, model sim/reasoned:')).toBeVisible();
  await expect(response.getByText('Your words: “Shorter”')).toBeVisible();
  await response.getByRole('button', { name: /^Version 1/ }).click();
  await expect(response.getByText('Version 1 of 2')).toBeVisible();
  await expect(response.getByText('There’s a newer version')).toBeVisible();
  await expect(response.getByText(/^Read the previous answer/)).toBeHidden();

  // Without further words: another one, after the price has been read.
  const again = response.getByRole('button', { name: 'Try again' });
  await again.click();
  const another = response.getByRole('region', { name: 'Try again' });
  await expect(another.getByText('1 credit', { exact: true })).toBeVisible();
  await expect(another.getByText('Refunded if it fails')).toBeVisible();
  await expect(another.getByLabel('Anything to add?')).toBeFocused();
  await another.getByRole('button', { name: 'Cancel' }).click();
  await expect(another).toBeHidden();

  await page.setViewportSize(PHONE.viewport);
  expect(await isTooWide(page)).toBe(false);
  const heights = ['Download', 'Copy', 'Try again', 'Follow up'].map(async (name) => {
    const box = await response.getByRole('button', { name, exact: true }).boundingBox();
    return box?.y;
  });
  expect(new Set(await Promise.all(heights)).size, 'rows of buttons above Complete').toBe(1);
  await again.click();
  await askAndWait(page, another.getByRole('button', { name: 'Make a new version' }), 3);
  await expect(page.getByText('12 credits left', { exact: true })).toBeVisible();
});

test('a picture is followed up by an edit of it', async ({ page, person }) => {
  await addRows(person, [TITLE]);
  await answered(page, /^Create image/);
  const response = responseOf(page);
  await response.getByRole('button', { name: 'Follow up' }).click();
  await response.getByLabel('What should be different?').fill('In blue');
  await response.getByRole('button', { name: 'Make a new version' }).click();
  // The first edit of an installation is refused here; trying again asks for the same, with the same wish.
  const again = response.getByRole('button', { name: 'Try again for 1 credit' });
  const second = response.getByText('Version 2 of 2');
  await expect(again.or(second)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(second).toBeVisible();
  const split = response.getByLabel('Before and after');
  await split.fill('50');
  await expect(page.locator('.compare-line')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const onScreen of [split, page.locator('.compare-before'), page.locator('.compare-line')]) {
    await expect(onScreen).toBeHidden();
  }
  await expect(page.locator('.compare')).toHaveCSS('position', 'relative');

  await page.emulateMedia({ media: 'screen' });
  const links = '**/storage/v1/object/sign/**';
  await failUntilAsked(page, links, (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await expect(page.getByText('Failed to fetch image')).toBeVisible();
  await ask(page.getByRole('button', { name: 'Try again', exact: true }));
  await expect(page.getByRole('button', { name: 'Enlarge image' })).toBeVisible();
});
