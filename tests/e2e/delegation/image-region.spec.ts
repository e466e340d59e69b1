import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { findings } from '../world/axe-findings.ts';
import { addRows, expect, isTooWide, type Page, PHONE, test } from '../world/site.ts';

const TITLE = 'Repaint the door';
const SIZE = { width: 600, height: 400 };

/** The form of an edit with a picture attached, and the surface to paint on. */
async function openPainter(page: Page): Promise<{ dialog: Locator; surface: Locator }> {
  await page
    .getByRole('listitem')
    .filter({ hasText: TITLE })
    .getByRole('button', { name: 'Delegate to AI' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await dialog.getByRole('radio', { name: /^Edit image/ }).check();
  const only = dialog.getByRole('checkbox', { name: 'Only change part of it' });
  await expect(only).toBeHidden();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'browse' }).click();
  await (await chooser).setFiles([
    { name: 'door.png', mimeType: 'image/png', buffer: await makePicture(SIZE) },
  ]);
  await only.check();
  const surface = dialog.getByRole('img', { name: 'Image to paint on' });
  await expect(surface).toBeVisible();
  await surface.scrollIntoViewIfNeeded();
  return { dialog, surface };
}

/** From the left to the right over the middle of the red half, as shares of the picture. */
async function paint(page: Page, surface: Locator, [from, to]: readonly [number, number], y: number) {
  const box = await surface.boundingBox();
  if (!box) throw new Error('the surface is not drawn');
  const at = (x: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2), { steps: 5 });
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

test('what is painted over changes, all else stays to the last bit, and the receipt says what was put back', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  const { dialog, surface } = await openPainter(page);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(dialog.getByText('Paint over what may change, or untick')).toBeVisible();

  await paint(page, surface, [0.15, 0.35], 0.5);
  await expect(dialog.getByText('1 part marked')).toBeVisible();
  await expect(dialog.getByText('Paint over what may change, or untick')).toBeHidden();
  await paint(page, surface, [0.6, 0.9], 0.2);
  await expect(dialog.getByText('2 parts marked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('1 part marked')).toBeVisible();
  // Another shape has no rest that could stay in its place; what was painted is there again with the first one.
  await dialog.getByRole('radio', { name: '1:1' }).check();
  await expect(surface).toBeHidden();
  await dialog.getByRole('radio', { name: 'Original' }).check();
  await expect(dialog.getByText('1 part marked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delegate' }).click();

  // The first edit of an installation is refused here; trying again asks for the same, with the same region.
  const again = page.locator('.slip-line').getByRole('button', { name: /^Try again/ });
  const open = page.getByRole('button', { name: 'View Full Response' });
  await expect(again.or(open)).toBeVisible({ timeout: 60_000 });
  if (await again.isVisible()) await again.click();
  await open.click({ timeout: 60_000 });
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(
    response.getByText('Outside your selection, 100 % of pixels had changed and were restored'),
  ).toBeVisible();

  const saving = page.waitForEvent('download');
  await response.getByRole('button', { name: 'Download' }).click();
  const made = await sharp(await (await saving).path())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(made.info).toMatchObject({ ...SIZE, channels: 3 });
  const original = await sharp(await makePicture(SIZE))
    .raw()
    .toBuffer();
  const colour = (pixels: Buffer, x: number, y: number) => [
    ...pixels.subarray((y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3),
  ];
  // The simulator turns red into cyan: the brush is 48 pixels broad, from 90 to 210 across.
  for (const x of [95, 150, 205]) expect(colour(made.data, x, 200)).toEqual([47, 223, 223]);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      if (y > 174 && y < 226 && x > 64 && x < 236) continue;
      const offset = (y * SIZE.width + x) * 3;
      if (made.data.compare(original, offset, offset + 3, offset, offset + 3) !== 0) {
        throw new Error(`the pixel ${x}, ${y} is another one than before`);
      }
    }
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a finger paints, and a rectangle is given in numbers by keyboard alone', async ({ page, person }) => {
    await addRows(person, [TITLE]);
    const { dialog, surface } = await openPainter(page);
    await surface.tap();
    await expect(dialog.getByText('1 part marked')).toBeVisible();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await expect(dialog.getByText('Nothing marked')).toBeVisible();

    const summary = dialog.getByText('Enter a rectangle in numbers');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Left, %')).toBeFocused();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('1 part marked')).toBeVisible();
    await expect(surface.locator('g rect')).toHaveAttribute('x', String(SIZE.width / 2));
    expect(await isTooWide(page)).toBe(false);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await findings(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`${colorScheme}.png`) });
    }
    const asked = page.waitForRequest((request) => request.url().endsWith('/functions/v1/delegate'));
    await dialog.getByRole('button', { name: 'Delegate' }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      mask: [{ shape: 'rectangle', x: 0.5, y: 0.25, width: 0.5, height: 0.5 }],
    });
  });
});
