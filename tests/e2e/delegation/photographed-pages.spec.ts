import { addTask, signUp } from '#tests/acceptance/person.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { anonKeyOf } from '#tests/worlds/server-process.ts';
import { findings } from '../world/axe-findings.ts';
import { openSignedIn } from '../world/signed-in.ts';
import { isTooWide, openForm, PHONE, row } from '../world/site.ts';
import { test } from '../world/web-installation.ts';
import { expect } from '../world/world.ts';

const TITLE = 'What does the lease say?';
const RENT = 'The monthly rent is 1240 euros, heating not included.';
const NOTICE = 'The notice period is 3 months to the end of a quarter.';

test.use({
  model: 'sim/pdf',
  settings: { AI_MODEL_VISION: 'sim/copier', AI_MODEL_CHECK: 'sim/checker', MAIL_AUTOCONFIRM: 'on' },
});

for (const [colorScheme, device] of [
  ['light', {}],
  ['dark', PHONE],
] as const)
  test.describe(`${colorScheme}, ${device === PHONE ? 'phone' : 'desktop'}`, () => {
    test.use({ ...device, contextOptions: { colorScheme, reducedMotion: 'reduce' } });

    test('the pages of a letter are photographed, read, and cited with their photo', async ({
      page,
      url,
    }) => {
      const person = await signUp({ url, anonKey: await anonKeyOf(url) });
      await addTask(person, TITLE);
      await openSignedIn(page, `${url}/dashboard`, person.client);
      const form = await openForm(page, TITLE, /^PDF summary/);
      const attach = async (name: string, mimeType: string, buffer: Buffer) =>
        form.locator('input[type=file]').setInputFiles([{ name, mimeType, buffer }]);

      await attach('lease.pdf', 'application/pdf', makePdf([RENT, await makeScan(NOTICE)]));
      await expect(form.getByText('The other is an image or blank')).toBeVisible();
      // A document is one file: the photos take its place, and stay together.
      await attach('IMG_1.jpg', 'image/jpeg', await makeScan(RENT));
      await expect(form.getByText('lease.pdf')).toBeHidden();
      await attach('IMG_2.jpg', 'image/jpeg', await makeScan(NOTICE));
      await expect(form.getByText('IMG_1.jpg')).toBeVisible();
      await expect(form.getByText('IMG_2.jpg')).toBeVisible();
      expect(await isTooWide(page)).toBe(false);
      await form.getByRole('button', { name: 'Delegate' }).click();

      await row(page, TITLE).getByRole('button', { name: 'View Full Response' }).click({ timeout: 60_000 });
      const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
      await answer.getByRole('article').getByRole('button', { name: 'p. 2' }).click();
      const panel = answer.getByRole('region', { name: 'From IMG_2.jpg' });
      await expect(panel.locator('mark')).toHaveText(NOTICE);
      const photo = panel.getByRole('img', { name: 'IMG_2.jpg' });
      await expect(photo).toHaveJSProperty('naturalWidth', 256);
      expect(await isTooWide(page)).toBe(false);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(
        answer.getByText('Their text was recognised in images and may contain errors.'),
      ).toBeVisible();
    });
  });
