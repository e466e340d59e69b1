import { expect, type Page, test } from '../world/site.ts';

/** Code that never arrives: what is shown is what the page's file holds. */
async function withoutCode(page: Page): Promise<void> {
  await page.route('**/*.js', () => undefined);
}

/** Reloads the page, which doesn't know who is here, and shows no credits, until it is told. */
async function reloadUnknown(page: Page) {
  const credits = page.getByText('15 credits left', { exact: true });
  await expect(credits).toBeVisible();
  const { promise: known, resolve: tellWhoIsHere } = Promise.withResolvers<void>();
  // The session waits for it.
  await page.route('**/config.json', async (route) => {
    await known;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  return { page, credits, tellWhoIsHere };
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

test('the rows that were shown last are painted before any code, and the list takes their place @phone', async ({
  openAs,
  person,
}) => {
  const page = await openAs(person);
  const line = page.getByLabel('Add a task');
  for (const task of ['Call Ann !high', 'Water the plants tomorrow', 'File the tax return']) {
    await line.fill(task);
    await line.press('Enter');
    await expect(line).toHaveValue('');
  }
  const list = page.getByRole('region', { name: 'Pending' });
  await expect(list.getByRole('listitem').filter({ hasText: 'tax return' })).toBeVisible();
  await expect(list.getByText('Saving')).toHaveCount(0);
  const place = async (text: string) => {
    const box = await page.getByText(text, { exact: true }).first().boundingBox();
    return box && { x: Math.round(box.x), y: Math.round(box.y) };
  };
  const texts = ['Pending', 'Call Ann', 'Water the plants', 'File the tax return'];
  const shown = await Promise.all(texts.map(place));
  await withoutCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Call Ann', { exact: true })).toBeVisible();
  expect(await Promise.all(texts.map(place))).toEqual(shown);
  // Not in the page for screen readers: nothing can be done with it yet.
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
});

for (const [button, field] of [
  ['Add Task', 'Title'],
  ['Add Project', 'Name'],
] as const) {
  test(`${button} opens its form also if it is pressed before it is known who is here @phone`, async ({
    openAs,
    person,
  }) => {
    const { page, credits, tellWhoIsHere } = await reloadUnknown(await openAs(person));
    await expect(credits).toBeHidden();
    await page.getByRole('button', { name: button }).first().click();
    const form = page.getByRole('dialog', { name: button });
    tellWhoIsHere();
    await expect(credits).toBeAttached();
    await form.getByLabel(field).fill('Water the plants');
    await form.getByRole('button', { name: button }).click();
    await expect(form).toBeHidden();
  });
}

for (const name of ['Add Task', 'Add Project']) {
  test(`a press on ${name} that begins before it is known who is here, and ends after, is not lost`, async ({
    openAs,
    person,
  }) => {
    const { page, credits, tellWhoIsHere } = await reloadUnknown(await openAs(person));
    const button = page.getByRole('main').getByRole('button', { name }).first();
    await button.focus();
    await button.hover();
    await page.mouse.down();
    tellWhoIsHere();
    await expect(credits).toBeAttached();
    await expect(button).toBeFocused();
    await page.mouse.up();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  });
}

test('nothing of a list stays for whoever comes after a logout', async ({ openAs, person }) => {
  const page = await openAs(person);
  const line = page.getByLabel('Add a task');
  await line.fill('A secret present');
  await line.press('Enter');
  await expect(page.getByText('Task added')).toBeVisible();
  const kept = () => page.evaluate('JSON.stringify(localStorage)');
  // A reload may come before the device's copy of the list knows of the task: the list is empty then, and nothing is kept.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    expect(await kept()).toContain('A secret present');
  }).toPass();
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await kept()).not.toContain('A secret present');
});
