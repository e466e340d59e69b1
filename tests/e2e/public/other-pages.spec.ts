import { expect, test } from '../world/site.ts';

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

test('without a network a page that was never fetched leaves the app standing, and is opened by another try', async ({
  page,
  site: { url },
}) => {
  await page.clock.install();
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Add a task').fill('Half a sentence');
  await page.evaluate('document.body.dataset.before = "yes"');
  await page.context().setOffline(true);
  const main = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  const away = page.getByText('Couldn’t load this page.');
  const again = page.getByRole('button', { name: 'Try again' });
  await main.getByRole('link', { name: 'Trash' }).click();
  await expect(away).toBeVisible();
  await again.click();
  // Longer than the first one takes to leave.
  await page.clock.runFor(2_000);
  await expect(away).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByLabel('Add a task')).toHaveValue('Half a sentence');

  await page.context().setOffline(false);
  const late = '**/assets/trash-*';
  let bring = () => {};
  const asked = new Promise<void>((resolve) => (bring = resolve));
  await page.route(late, (route) => asked.then(() => route.continue()));
  await again.click();
  await page.clock.fastForward(1_000);
  await expect(page.getByText('Loading the page…')).toBeVisible();
  bring();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await expect(page.getByText('Loading the page…')).toBeHidden();
  await expect(away).toBeHidden();
  // Still the page that was loaded first.
  expect(await page.evaluate('document.body.dataset.before')).toBe('yes');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});
