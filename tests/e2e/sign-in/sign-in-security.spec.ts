import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mailboxKeyOf } from '#tests/worlds/server-process.ts';
import { codeTo, linkTo, makeAccount, type Person } from '../world/accounts.ts';
import { apiOf } from '../world/api-of.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { openRow } from '../world/open-row.ts';
import { appCode } from '../world/second-factor.ts';
import { isTooWide, PHONE } from '../world/site.ts';
import { addVirtualAuthenticator } from '../world/virtual-authenticator.ts';
import { expect, logIn, test } from '../world/world.ts';

const server = fileServer(() => ({ env: { RATE_LIMITS: 'sign_in=off,mail=off,sms=off' } }));

let count = 0;
function newPerson(): Promise<Person> {
  count += 1;
  const email = `secure-${count}@example.org`;
  return makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function openSecurity(page: Page, person: Person): Promise<void> {
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  await openRow(page, 'Two-factor login');
}

test('a phone number is added by its code, and asked for at the next login', async ({ page }) => {
  const phone = '+491701234567';
  const person = await newPerson();
  await openSecurity(page, person);
  await press(page, 'Add phone number');
  const adding = dialog(page, 'Add phone number');
  const number = adding.getByLabel('Phone number');
  await number.fill('0170 1234567');
  await press(page, 'Send code');
  await expect(adding.getByText('Please enter your phone number with + and the country code')).toBeVisible();
  await page.route('**/auth/v1/factors/*/challenge', (route) => route.abort(), { times: 1 });
  await number.fill('+49 170 1234567');
  await press(page, 'Send code');
  await expect(adding.getByRole('alert')).toContainText('Network error.');
  await press(page, 'Send code');
  const code = adding.getByLabel('Code from the text message');
  await expect(code).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await code.fill('000000');
  await press(page, 'Add number');
  await expect(adding.getByRole('alert')).toHaveText(/^That was wrong or has expired\./);
  await code.fill(await codeTo(server.url, phone, 'second_factor_code'));
  await press(page, 'Add number');
  await press(page, 'I’ve saved them');
  await expect(section(page, 'Two-factor login').getByText('Phone number', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  const headers = { authorization: `Bearer ${await mailboxKeyOf(server.url)}` };
  await fetch(`${server.url}/local/mailbox`, { method: 'DELETE', headers });
  await press(page, 'Send a code to Phone number');
  const asked = page.getByLabel('Code from Phone number');
  await expect(asked).toBeFocused();
  await asked.fill('000000');
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(/^This code is invalid or has expired\./);
  await asked.fill(await codeTo(server.url, phone, 'second_factor_code'));
  await press(page, 'Confirm');
  await expect(section(page, 'Two-factor login')).toBeVisible();
});

test('an authenticator app is added with recovery codes, which are shown once, and removed again', async ({
  page,
}) => {
  const person = await newPerson();
  const elsewhere = await apiOf(server.url, person);
  await openSecurity(page, person);
  const factors = section(page, 'Two-factor login');
  await expect(factors.getByText('Off', { exact: true })).toBeVisible();

  await page.route('**/auth/v1/factors', (route) => route.abort(), { times: 1 });
  await press(page, 'Add authenticator app');
  const adding = dialog(page, 'Add authenticator app');
  await expect(adding.getByRole('alert')).toContainText('Network error.');
  await adding.getByRole('button', { name: 'Try again' }).click();
  await expect(adding.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const code = adding.getByLabel('Code from the app');
  await press(page, 'Add app');
  await expect(adding.getByText('Please enter the 6-digit code from the app')).toBeVisible();
  await code.fill('000000');
  await press(page, 'Add app');
  await expect(adding.getByRole('alert')).toHaveText(/^That was wrong or has expired\./);
  const secret = (await adding.locator('code').innerText()).replaceAll(/\s/g, '');
  await code.fill(await appCode(secret, 'earlier'));
  await press(page, 'Add app');

  const keeping = dialog(page, 'Save your recovery codes');
  await expect(keeping.getByRole('listitem')).toHaveCount(10);
  const codes = await keeping.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await keeping.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(codes.join('\n'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keeping.getByRole('button', { name: 'Copy recovery codes' }).click();
  await expect(keeping.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(file);
  await press(page, 'I’ve saved them');
  await expect(factors.getByText('On', { exact: true })).toBeVisible();
  await expect(factors.getByText('10 of 10 left')).toBeVisible();
  // What had not shown it is signed out.
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');

  await press(page, 'Create new codes');
  await press(page, 'Create recovery codes');
  await expect(keeping.getByRole('listitem')).toHaveCount(10);
  expect(await keeping.getByRole('listitem').allInnerTexts()).not.toContain(codes[0]);
  await page.keyboard.press('Escape');

  const remove = factors.getByRole('button', { name: 'Remove Authenticator app' });
  await remove.click();
  const removing = dialog(page, 'Remove authenticator app');
  await expect(removing).toContainText('Your recovery codes are removed too.');
  await expect(removing.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.route('**/auth/v1/factors/*', (route) => route.abort(), { times: 1 });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing.getByRole('alert')).toContainText('Network error.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(factors.getByText('Off', { exact: true })).toBeVisible();
  await expect(factors.getByRole('listitem')).toHaveCount(0);

  // Asked for no more, here and after the next login.
  await page.reload();
  await expect(factors.getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(`${server.url}/login`);
  await logIn(page, person);
});

test('what was begun and left is forgotten', async ({ page }) => {
  const person = await newPerson();
  await openSecurity(page, person);
  await press(page, 'Add authenticator app');
  await expect(dialog(page, 'Add authenticator app').getByRole('img')).toBeVisible();
  const forgotten = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await press(page, 'Cancel');
  expect((await forgotten).status()).toBe(200);
  const { data } = await (await apiOf(server.url, person)).auth.mfa.listFactors();
  expect(data?.all).toEqual([]);
});

test('a security key is named, added, and asked for at the next login', async ({ page }) => {
  const person = await newPerson();
  await addVirtualAuthenticator(page, 'usb');
  await openSecurity(page, person);
  await press(page, 'Add security key');
  const adding = dialog(page, 'Add security key');
  await adding.getByLabel('Name').fill(' ');
  await press(page, 'Add key');
  await expect(adding.getByText('Please enter a name')).toBeVisible();
  await adding.getByLabel('Name').fill('Blue key');
  // What was begun in vain does not keep the name.
  await page.route('**/auth/v1/factors/*/verify', (route) => route.abort(), { times: 1 });
  await press(page, 'Add key');
  await expect(adding.getByRole('alert')).toContainText('Network error.');
  await press(page, 'Add key');
  await press(page, 'I’ve saved them');
  const factors = section(page, 'Two-factor login');
  await expect(factors.getByRole('listitem').filter({ hasText: 'Blue key' })).toBeVisible();
  await press(page, 'Add security key');
  await adding.getByLabel('Name').fill('Blue key');
  await press(page, 'Add key');
  await expect(adding.getByRole('alert')).toHaveText(/^You’re already using this name\./);
  await press(page, 'Cancel');

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  const use = page.getByRole('button', { name: 'Use Blue key' });
  await expect(use).toBeFocused();
  await page.route('**/auth/v1/factors/*/verify', (route) => route.abort(), { times: 1 });
  await use.click();
  await expect(page.getByRole('alert')).toHaveText(/^Network error\./);
  await use.click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
});

test('a new address is used once both mailboxes have confirmed it', async ({ page }) => {
  const person = await newPerson();
  await openSecurity(page, person);
  const address = await openRow(page, 'Email address');
  const field = address.getByLabel('New address');
  for (const [typed, sentence] of [
    ['', 'Please enter your email address'],
    ['mara@', 'Please enter a valid email address'],
    [person.email.toUpperCase(), 'That’s already your address.'],
  ] as const) {
    await field.fill(typed);
    await press(page, 'Change address');
    await expect(address.getByText(sentence)).toBeVisible();
  }
  const fresh = `new-${person.email}`;
  await field.fill(fresh);
  // Not what the page reads by itself at the same address: that carries no `redirect_to`.
  await page.route(/\/auth\/v1\/user\?/, (route) => route.abort(), { times: 1 });
  await press(page, 'Change address');
  await expect(address.getByRole('alert')).toContainText('Network error.');
  await press(page, 'Change address');
  await expect(address.getByText(`Waiting for ${fresh}.`)).toBeVisible();
  await expect(field).toHaveValue('');
  await press(page, 'Resend');
  await expect(page.getByText('Emails resent')).toBeVisible();

  // The link of the first mail is no longer one.
  await page.goto(await linkTo(server.url, fresh, 'email_change', 2));
  await expect(page.getByText('Now open the link we sent to your other address.')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await expect(address).toContainText(`${person.email}, changing to ${fresh}`);
  await page.goto(await linkTo(server.url, person.email, 'email_change_current', 2));
  await openRow(page, 'Email address');
  await expect(address.getByLabel('Current address')).toHaveValue(fresh);
  await expect(address.getByText('Waiting for')).toBeHidden();
});

test.describe('on the phone', () => {
  test.use({ ...PHONE, colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

  test('axe finds nothing in the dialogs, and nothing is too wide', async ({ page }) => {
    const person = await newPerson();
    await openSecurity(page, person);
    await press(page, 'Add authenticator app');
    const adding = dialog(page, 'Add authenticator app');
    await expect(adding.getByRole('img')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const secret = (await adding.locator('code').innerText()).replaceAll(/\s/g, '');
    await adding.getByLabel('Code from the app').fill(await appCode(secret, 'current'));
    await press(page, 'Add app');
    await expect(dialog(page, 'Save your recovery codes')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await press(page, 'I’ve saved them');
    await expect(section(page, 'Two-factor login').getByRole('listitem')).toHaveCount(2);
    expect(await findings(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });
});
