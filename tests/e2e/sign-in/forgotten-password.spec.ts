import { codeTo, makeAccount } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, type Page, PERSON, test } from '../world/world.ts';

const server = fileServer();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a forgotten password is replaced by another mail’s code, at an address that was corrected', async ({
  page,
}) => {
  const email = page.getByLabel('Email');
  const person = await makeAccount(server.url, PERSON);
  await page.clock.install();
  await page.goto(`${server.url}/reset-password`);
  await email.fill(`wrong-${person.email}`);
  await press(page, 'Send reset link');
  await press(page, 'change the address');
  await expect(email).toHaveValue(`wrong-${person.email}`);
  await email.fill(person.email);
  await press(page, 'Send reset link');
  const code = page.getByLabel('Or enter the 6-digit code');
  await code.fill('000000');
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toContainText('This code is invalid or has expired.');
  await expect(page.getByText(/You can request a new code in \d+ seconds/)).toBeVisible();
  await page.clock.runFor(60_000);
  const first = await codeTo(server.url, person.email, 'recovery');
  await press(page, 'Send a new code');
  await expect(page.getByText('New code sent')).toBeVisible();
  await expect(code).toBeFocused();
  const second = await codeTo(server.url, person.email, 'recovery');
  expect(second).not.toBe(first);
  await code.fill(second);
  await press(page, 'Confirm');
  await expect(page).toHaveURL(/\/update-password/);
});
