import { expect, type Page, test } from '../world/site.ts';

/** Holds the page's code back until the answer is called. */
async function holdCode(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  return arrival.resolve;
}

test('what was typed, ticked and pressed at the sign-up before its code has come is sent @phone', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.url });
  const release = await holdCode(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Full name').fill('Ada Early');
  await page.getByLabel('Email').fill(`ada-${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a rainy tuesday');
  await page.getByRole('checkbox', { name: /terms/i }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  release();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.close();
});

test('a file that does not arrive is asked for again', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url });
  let asked = 0;
  await page.route('**/assets/login-*.js', (route) => (++asked === 1 ? route.abort() : route.continue()));
  await page.goto('/login');
  await page.getByLabel('Email').fill('mara');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.close();
});

test('somebody who is signed in is led on without a touch', async ({ openAs, person }) => {
  const page = await openAs(person, {}, '/login');
  await expect(page).toHaveURL(/\/dashboard/);
});
