import { expect, type Page, test } from '../world/site.ts';

/** Code that never arrives: what is shown is what the page's file holds. */
async function withoutCode(page: Page): Promise<void> {
  await page.route('**/*.js', () => undefined);
}

test('the frame of the app is shown before its code, and the code takes its place without moving it', async ({
  openAs,
  person,
}) => {
  const page = await openAs(person);
  await expect(page.getByRole('button', { name: /Account/ })).toBeVisible();
  const places = async () => {
    const boxes = [
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }),
      page.getByRole('button', { name: 'Search or run a command' }),
      page.getByRole('button', { name: 'Add project' }),
      page.getByRole('button', { name: 'Keyboard shortcuts' }),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('main'),
    ].map(async (part) => {
      const box = await part.boundingBox();
      return box && [box.x, box.y];
    });
    return Promise.all(boxes);
  };
  const working = await places();
  await withoutCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading');
  expect(await places()).toEqual(working);
  // A menu that is opened here would vanish when the real frame takes its place.
  await expect(page.getByRole('button', { name: /Account/ })).toHaveCount(0);
});

test('a press on the waiting frame is not lost', async ({ openAs, person }) => {
  const page = await openAs(person);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a visitor without a session sees no frame of the app on the way to the login', async ({
  browser,
  site,
}) => {
  const visitor = await browser.newPage({ baseURL: site.url });
  await withoutCode(visitor);
  await visitor.goto('/dashboard', { waitUntil: 'commit' });
  const link = visitor.getByText('Trash', { exact: true });
  await expect(link).toBeAttached();
  await expect(link).toBeHidden();
  await visitor.unrouteAll({ behavior: 'ignoreErrors' });
  await visitor.goto('/dashboard');
  await expect(visitor).toHaveURL(/\/login/);
  await visitor.close();
});
