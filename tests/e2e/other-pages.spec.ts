import { expect, test } from './site.ts';

test('without a network the other pages still open, although none has been looked at @phone', async ({
  page,
  site: { url },
}) => {
  await page.clock.install();
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const last = page.waitForResponse(/\/assets\/trash-/);
  await page.clock.fastForward(30_000);
  await last;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const main = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  for (const name of ['Projects', 'Settings']) {
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await page.context().setOffline(false);
});
