import { linkTo, makeAccount } from './accounts.ts';
import { fileServer } from './file-server.ts';
import { expect, test } from './world.ts';

// What pages say that need an answer of the server, while it gives none.

const server = fileServer();

test('a link for a new password is as good at the next try', async ({ page }) => {
  const person = { name: 'Mara Lind', email: 'mara-unreached@example.org', password: 'a rainy tuesday' };
  await makeAccount(server.url, person);
  await page.goto(`${server.url}/reset-password`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Password reset instructions sent!')).toBeVisible();
  const link = await linkTo(server.url, person.email, 'recovery');
  await page.route('**/config.json', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Your link is not used up by that.', {
    timeout: 20_000,
  });
  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a dry wednesday');
  await page.getByLabel('New password, again').fill('a dry wednesday');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
});

test('the policies and the landing page deny nothing that they do not know', async ({ page }) => {
  await page.route('**/config.json', (route) => route.abort());
  await page.goto(`${server.url}/privacy`);
  await expect(page.getByRole('alert')).toContainText('who runs it, for example', { timeout: 20_000 });
  const denied = page.getByText('has not written a name and an address here');
  await expect(denied).toBeHidden();
  const landing = await page.context().newPage();
  await landing.route('**/config.json', (route) => route.abort());
  await landing.goto(server.url);
  await landing.getByText('How do I get help?').click();
  await expect(landing.getByText('From whoever runs this installation.', { exact: true })).toBeVisible();
  await expect(landing.getByText('not named on this installation')).toBeHidden();

  await page.unroute('**/config.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(denied).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await landing.unroute('**/config.json');
  await landing.reload();
  await expect(landing.getByText('not named on this installation')).toBeVisible();
  await landing.getByText('How do I get help?').click();
  await expect(landing.getByText('They have not named an e-mail address here.')).toBeVisible();
  await expect(landing.getByText('From whoever runs this installation.', { exact: true })).toBeHidden();
});
