import { signUp } from '#tests/acceptance/person.ts';
import { findings } from '../world/axe-findings.ts';
import { LOOKS } from '../world/devices.ts';
import { openSignedIn } from '../world/signed-in.ts';
import { addTask, delegate, expect, test } from '../world/world.ts';

for (const [name, look] of LOOKS) {
  test.describe(name, () => {
    test.use(look);

    test('axe finds nothing on any page, in any state of the main job', async ({ page, site }) => {
      const { url } = site;
      for (const path of ['/', '/login', '/register', '/reset-password', '/404', '/mailbox']) {
        await page.goto(url + path);
        await expect(page.getByRole('heading').first()).toBeVisible();
        expect(await findings(page), path).toEqual([]);
      }
      await page.goto(`${url}/register`);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByText('Please enter your full name')).toBeVisible();
      expect(await findings(page), 'refused form').toEqual([]);

      const { client } = await signUp(site);
      await openSignedIn(page, `${url}/dashboard`, client);
      await expect(page.getByRole('heading', { name: 'A clean slate.' })).toBeVisible();
      expect(await findings(page), 'empty dashboard').toEqual([]);
      await addTask(page, 'Learn how VAT works for sales to Denmark');
      await page.getByRole('button', { name: 'Delegate to AI' }).click();
      await expect(page.getByRole('dialog', { name: 'Delegate Task to AI' })).toBeVisible();
      expect(await findings(page), 'delegate dialog').toEqual([]);
      await page.keyboard.press('Escape');
      await delegate(page, 'Learn how VAT works for sales to Denmark');
      await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
      expect(await findings(page), 'delivered').toEqual([]);
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menuitem', { name: 'Edit Task' })).toBeFocused();
      expect(await findings(page), 'menu of a row').toEqual([]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Edit Task' }).getByLabel('Title')).toBeVisible();
      expect(await findings(page), 'Edit Task').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
      await page.getByRole('button', { name: 'View Full Response' }).click();
      await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
      expect(await findings(page), 'response').toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
        'no sideways scrolling',
      ).toBe(true);
      await page.goto(`${url}/update-password`);
      await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
      expect(await findings(page), 'new password').toEqual([]);
    });
  });
}
