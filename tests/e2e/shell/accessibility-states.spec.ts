import { makePicture } from '#tests/fixtures/make-picture.ts';
import { findings } from '../world/axe-findings.ts';
import { openRow } from '../world/open-row.ts';
import { addRows, DEVICES, expect, isTooWide, type Page, press, row, test } from '../world/site.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function looksRight(page: Page, state: string): Promise<void> {
  expect(await findings(page), state).toEqual([]);
  expect(await isTooWide(page), state).toBe(false);
}

const THEMES = { desktop: 'light', phone: 'dark' } as const;

for (const [device, options] of DEVICES) {
  test.describe(`${THEMES[device]}, ${device}`, () => {
    test.use(options);
    // Without motion: a toast that is half faded out is no state that anybody reads.
    test.use({ contextOptions: { reducedMotion: 'reduce', colorScheme: THEMES[device] } });

    test('axe finds nothing in what opens over a page', async ({ page, person }) => {
      await addRows(person, ['Call the bank', 'Warm up the hallway']);
      await press(page.getByRole('button', { name: /account/i }));
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await looksRight(page, 'user menu');
      await page.keyboard.press('Escape');

      await press(row(page, 'Warm up').getByRole('button', { name: 'More' }));
      await press(page.getByRole('menuitem', { name: 'Move' }));
      await expect(page.getByRole('menuitem', { name: 'To the bottom' })).toBeVisible();
      await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
      await looksRight(page, 'places that a task can be moved to');
      await page.keyboard.press('Escape');

      await press(row(page, 'Warm up').getByRole('button', { name: 'Delegate to AI' }));
      const form = dialog(page, 'Delegate Task to AI');
      await form.getByRole('radio', { name: /^Edit image/ }).check();
      const choose = async (name: string, buffer: Buffer) => {
        const chooser = page.waitForEvent('filechooser');
        await press(form.getByRole('button', { name: 'browse' }));
        await (await chooser).setFiles([{ name, mimeType: 'image/png', buffer }]);
      };
      await choose('large.png', Buffer.alloc(10 * 1024 * 1024 + 1));
      await expect(form.getByRole('alert')).toHaveText('File size exceeds the maximum limit of 10MB');
      await looksRight(page, 'form with a refused file');
      await choose('hallway.png', await makePicture({ width: 600, height: 400 }));
      await expect(form.getByRole('button', { name: 'Remove hallway.png' })).toBeVisible();
      // What can be done with a picture comes with it, and moves what stands below.
      await expect(form.getByText('Only change part of it')).toBeVisible();
      await form.getByRole('radio', { name: 'JPEG' }).check();
      await expect(form.getByLabel('Compression')).toBeVisible();
      await looksRight(page, 'form with a file and the options of a picture');
      await page.keyboard.press('Escape');

      await page.route('**/rest/v1/tasks?*', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
          : route.fallback(),
      );
      await press(page.getByRole('checkbox', { name: 'Complete: Call the bank' }));
      // As long as a mouse rests on it, it stays.
      const toast = page.locator('.toast').filter({ hasText: 'Failed to update task' });
      await toast.hover();
      await looksRight(page, 'toast of an error');
      await expect(toast).toBeVisible();

      await page.goto('/settings#appearance');
      const button = (name: string) => page.getByRole('main').getByRole('button', { name });
      // Each section that comes moves those below it.
      await page.waitForLoadState('networkidle');
      await press(button('Keyboard shortcuts'));
      await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
      await looksRight(page, 'keyboard shortcuts');
      await page.keyboard.press('Escape');
      await openRow(page, 'Your data');
      await press(button('Delete account'));
      await expect(dialog(page, 'Delete your account?').getByRole('listitem')).toHaveCount(4);
      await looksRight(page, 'deletion of the account');

      await page.route('**/rest/v1/profiles*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/"credits_used":\s*\d+/, '"credits_used":15');
        await route.fulfill({ response, body });
      });
      await page.goto('/dashboard');
      await press(page.getByRole('button', { name: 'Upgrade' }));
      await expect(dialog(page, 'Upgrade Your Plan').getByRole('listitem')).toHaveCount(3);
      await looksRight(page, 'upgrade');
    });

    test('axe finds nothing on the pages that are seldom seen', async ({ page, person }) => {
      await addRows(person, ['Old letters']);
      await person.client.from('tasks').delete().eq('title', 'Old letters');
      await page.goto('/trash');
      await expect(row(page, 'Old letters')).toBeVisible();
      await looksRight(page, 'trash');

      await page.goto('/checkout/test?ref=cs_test_nothing');
      await expect(page.getByRole('heading', { name: 'We can’t find that checkout.' })).toBeVisible();
      await looksRight(page, 'no such checkout');
      const { data } = await person.client.functions.invoke('checkout', { body: { item: 'pack_500' } });
      await page.goto(data.url);
      await expect(page.getByText('€69, once')).toBeVisible();
      await looksRight(page, 'test checkout');

      // Not a page of the fixture: this one shall log an error.
      const failing = await page.context().newPage();
      await failing.addInitScript(
        'Intl.DateTimeFormat.prototype.formatToParts = () => { throw new RangeError("made to fail by the test"); }',
      );
      await failing.goto('/dashboard');
      await expect(failing.getByRole('heading', { name: 'Something went wrong on our side.' })).toBeVisible();
      await looksRight(failing, 'page that has failed');

      await page.route('**/config.json', (route) => route.abort());
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: 'Couldn’t reach the server.' })).toBeVisible();
      await looksRight(page, 'server that does not answer');
    });
  });
}
