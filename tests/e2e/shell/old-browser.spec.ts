import { openSignedIn } from '../world/signed-in.ts';
import { expect, type Page, test } from '../world/site.ts';

const said = (page: Page) => page.getByRole('alert').filter({ hasText: 'This browser is too old' });

for (const path of ['/', '/login', '/dashboard'])
  test(`a browser that can’t even read the app’s code says on ${path} that it is too old`, async ({
    browser,
    site,
  }) => {
    const page = await browser.newPage({ baseURL: site.url });
    await page.addInitScript('delete Map.groupBy');
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(said(page)).toBeInViewport();
    await page.close();
  });

test('the sentence stays where the app starts and fails, and a browser that can run it says nothing', async ({
  browser,
  site,
  person,
}) => {
  const page = await browser.newPage();
  await openSignedIn(page, `${site.url}/dashboard`, person.client);
  await expect(page.getByRole('textbox', { name: 'Add a task' })).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await page.addInitScript('delete Intl.Segmenter');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side.' })).toBeVisible();
  await expect(said(page)).toBeInViewport();
  await page.close();
});
