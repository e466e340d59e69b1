import type { Page } from '@playwright/test';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { codeTo, makeAccount, type Person } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { openRow } from '../world/open-row.ts';
import { showOtherWays } from '../world/other-ways.ts';
import { addFactor, appCode } from '../world/second-factor.ts';
import { isTooWide, PHONE } from '../world/site.ts';
import { addVirtualAuthenticator } from '../world/virtual-authenticator.ts';
import { expect, logIn, test } from '../world/world.ts';

let simulator: IdentitySimulator;
const server = fileServer(async () => {
  simulator = await startIdentitySimulator();
  const { url, clientId, clientSecret } = simulator;
  return {
    env: {
      OIDC_GOOGLE_ISSUER: url,
      OIDC_GOOGLE_CLIENT_ID: clientId,
      OIDC_GOOGLE_CLIENT_SECRET: clientSecret,
      OIDC_CORP_ISSUER: url,
      OIDC_CORP_CLIENT_ID: clientId,
      OIDC_CORP_CLIENT_SECRET: clientSecret,
      OIDC_CORP_DOMAIN: 'corp.example',
      // Nobody listens there.
      OIDC_STUDIO_ISSUER: 'http://127.0.0.1:9',
      OIDC_STUDIO_CLIENT_ID: clientId,
      OIDC_STUDIO_CLIENT_SECRET: clientSecret,
    },
  };
});
test.afterAll(() => simulator.close());
test.afterEach(() => simulator.setFault('none'));

let count = 0;
function newPerson(): Promise<Person> {
  count += 1;
  const email = `elsewhere-${count}@example.org`;
  return makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
}

/** Whom the other service will send. */
function comesAs(email: string): void {
  count += 1;
  simulator.setPerson({ sub: `subject-${count}`, email, email_verified: true, name: 'Ada' });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openSecurity(page: Page, person: Person): Promise<void> {
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  await expect(section(page, 'Sessions')).toBeVisible();
}

test('a passkey is added, renamed, logs in by itself, and is removed', async ({ page }) => {
  const person = await newPerson();
  await addVirtualAuthenticator(page, 'internal');
  await openSecurity(page, person);
  const passkeys = await openRow(page, 'Passkeys');
  await page.route('**/auth/v1/passkeys/registration/verify', (route) => route.abort(), { times: 1 });
  await press(page, 'Add passkey');
  await expect(page.getByText('Network error.')).toBeVisible();
  await press(page, 'Add passkey');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await passkeys.getByRole('button', { name: /^Rename Chrome on / }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
  await renaming.getByLabel('Name').fill('');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(renaming.getByText('Please enter a name')).toBeVisible();
  await renaming.getByLabel('Name').fill('My laptop');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('My laptop');

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await showOtherWays(page);
  await press(page, 'Use a passkey');
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
  await openRow(page, 'Passkeys');
  await expect(passkeys.getByRole('listitem')).toContainText('Last used');

  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(`${server.url}/login`);
  await showOtherWays(page);
  await press(page, 'Use a passkey');
  await expect(page.getByRole('alert')).toHaveText(/^No account uses this passkey\./);
});

test('another service logs in: first the terms, then the list; no cookie stays', async ({ page }) => {
  comesAs('ada@example.org');
  await page.goto(`${server.url}/login?next=%2Fprojects`);
  simulator.setFault('refuses:access_denied');
  await press(page, 'Continue with Google');
  await expect(page.getByRole('alert')).toHaveText(
    'The login was cancelled or denied there. Try again, or log in another way.',
  );
  simulator.setFault('none');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await press(page, 'Continue with Google');
  await expect(page.getByRole('heading', { name: 'One last thing' })).toBeVisible();
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
  await press(page, 'Open my list');
  await expect(page.getByText('Please accept the terms of service')).toBeVisible();
  await page.getByRole('checkbox', { name: /terms of service/ }).check();
  await press(page, 'Open my list');
  await expect(page.getByText('10 credits left', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/projects`);
  expect(await page.context().cookies()).toEqual([]);

  // The only way in cannot be removed.
  await page.goto(`${server.url}/settings`);
  const services = await openRow(page, 'Linked accounts');
  await expect(services.getByRole('listitem')).toContainText('Your only way to log in');
  await expect(services.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await page.goto(`${server.url}/cookie`);
  await expect(page.getByText(/sets one cookie, and only if you log in with another service/)).toBeVisible();
});

test('another service is linked and removed, and is asked about the second factor like the password', async ({
  page,
}) => {
  const person = await newPerson();
  comesAs('ada-at-work@example.org');
  await openSecurity(page, person);
  const services = await openRow(page, 'Linked accounts');
  await press(page, 'Link Google');
  await expect(services.getByRole('paragraph').first()).toHaveText('Google');
  await openRow(page, 'Linked accounts');
  await expect(services.getByRole('listitem')).toContainText('ada-at-work@example.org');
  await expect(page).toHaveURL(`${server.url}/settings#services`);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();

  const { secret } = await addFactor(server.url, person);
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await press(page, 'Continue with Google');
  await page.getByLabel('Code from My phone').fill(await appCode(secret, 'current'));
  await press(page, 'Confirm');
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
  await openRow(page, 'Linked accounts');
  await services.getByRole('button', { name: 'Remove Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(services.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await expect(services.getByRole('listitem')).toHaveCount(0);
});

test('what belongs to somebody else is not linked', async ({ page }) => {
  const [owner, person] = [await newPerson(), await newPerson()];
  comesAs('ada-twice@example.org');
  await openSecurity(page, owner);
  const services = await openRow(page, 'Linked accounts');
  await press(page, 'Link Google');
  await expect(services.getByRole('paragraph').first()).toHaveText('Google');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await openSecurity(page, person);
  await openRow(page, 'Linked accounts');
  await press(page, 'Link Google');
  await expect(services.getByRole('alert')).toHaveText(
    'That login is already linked to a different account.',
  );
  await expect(services.getByRole('listitem')).toHaveCount(0);
});

test('an organisation is found by the address, and a service that is down leaves the other ways open', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  await press(page, 'Log in with your organisation');
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await page.getByLabel('Email').fill('ada@nowhere.example');
  await press(page, 'Log in with your organisation');
  await expect(page.getByRole('alert')).toHaveText(
    'We couldn’t find an organisation for this email address.',
  );
  comesAs('ada@corp.example');
  await page.getByLabel('Email').fill('Ada@corp.example');
  await press(page, 'Log in with your organisation');
  await expect(page.getByRole('heading', { name: 'One last thing' })).toBeVisible();

  // What the organisation looks after is not offered to be changed here.
  await page.getByRole('checkbox', { name: /terms of service/ }).check();
  await press(page, 'Open my list');
  await expect(page.getByText('10 credits left', { exact: true })).toBeVisible();
  await page.goto(`${server.url}/settings`);
  const managed = await openRow(page, 'Your organisation’s login');
  await expect(managed.getByLabel('Current address')).toHaveValue('ada@corp.example');
  for (const name of ['Password', 'Email address', 'Passkeys', 'Linked accounts']) {
    await expect(section(page, name)).toHaveCount(0);
  }
  await expect(section(page, 'Two-factor login')).toBeVisible();

  // There is no password to be asked for.
  await openRow(page, 'Your data');
  await press(page, 'Delete account');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Current password')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Email a code' }).click();
  await expect(dialog.getByText('it’s in the local mailbox')).toBeVisible();
  await expect(dialog.getByLabel('Code from the email')).toBeFocused();
  await dialog
    .getByLabel('Code from the email')
    .fill(await codeTo(server.url, 'ada@corp.example', 'reauthentication'));
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page.getByText('Your account has been deleted')).toBeVisible();

  const person = await newPerson();
  await page.evaluate('localStorage.clear()');
  await page.goto(`${server.url}/login`);
  await press(page, 'Continue with Studio');
  await expect(page.getByRole('alert')).toHaveText(/^Couldn’t reach your login provider\./);
  simulator.setFault('foreign-key');
  await press(page, 'Continue with Google');
  await expect(page.getByRole('alert')).toHaveText(
    /^Couldn’t verify the response from your login provider\./,
  );
  await logIn(page, person);
});

test.describe('on the phone', () => {
  test.use({ ...PHONE, colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

  test('axe finds nothing at the login, and nothing is too wide', async ({ page }) => {
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });
});
