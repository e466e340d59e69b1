import { linkTo, makeAccount } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

// What pages say that need an answer of the server, while it gives none.

const server = fileServer();

test('a link for a new password is as good at the next try', async ({ page }) => {
  const person = { name: 'Mara Lind', email: 'mara-unreached@example.org', password: 'a rainy tuesday' };
  await makeAccount(server.url, person);
  await page.goto(`${server.url}/reset-password`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Password reset instructions sent!')).toBeVisible();
  const link = await linkTo(server.url, person.email, 'recovery');
  await page.route('**/config.json', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Your link is still valid');
  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a dry wednesday');
  await page.getByLabel('Confirm new password').fill('a dry wednesday');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
});

const NOT_READ = 'The details of this server haven’t loaded yet.';

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`on a ${device}, what a policy says of this installation comes into a place that was kept for it`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/config.json', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${server.url}/privacy`);
    const who = page.getByRole('region', { name: 'Who is responsible' });
    await expect(who.getByText(NOT_READ)).toBeVisible();
    const before = await who.boundingBox();
    answer();
    await expect(who.getByText('hasn’t given a name and address here')).toBeVisible();
    await expect(who.getByText(NOT_READ)).toBeHidden();
    expect(await who.boundingBox()).toEqual(before);
  });
}

test('the policies and the landing page deny nothing that they do not know', async ({ page }) => {
  await page.route('**/config.json', (route) => route.abort());
  await page.goto(`${server.url}/privacy`);
  await expect(page.getByRole('alert')).toContainText('such as who runs it');
  const denied = page.getByText('hasn’t given a name and address here');
  await expect(denied).toBeHidden();
  await expect(page.getByRole('region', { name: 'Who is responsible' })).toContainText(NOT_READ);
  const landing = await page.context().newPage();
  await landing.route('**/config.json', (route) => route.abort());
  await landing.goto(server.url);
  await landing.getByText('How do I get help?').click();
  await expect(landing.getByText('From whoever runs this server.', { exact: true })).toBeVisible();
  await expect(landing.getByText('set legalLine in BRAND_FILE')).toBeHidden();

  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(denied).toBeVisible();
  await expect(page.getByText(NOT_READ)).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  await landing.unroute('**/config.json');
  await landing.reload();
  await expect(landing.getByText('set legalLine in BRAND_FILE')).toBeVisible();
  await landing.getByText('How do I get help?').click();
  await expect(landing.getByText('They haven’t given an email address here.')).toBeVisible();
  await expect(landing.getByText('From whoever runs this server.', { exact: true })).toBeHidden();
});
