import type { Page } from '@playwright/test';
import { codeTo, linkTo, makeAccount, type Person } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { showOtherWays } from '../world/other-ways.ts';
import { addFactor, appCode, type SecondFactor } from '../world/second-factor.ts';
import { isTooWide, PHONE } from '../world/site.ts';
import { expect, test } from '../world/world.ts';

const server = fileServer();

let count = 0;
async function carefulPerson(): Promise<Person & SecondFactor> {
  count += 1;
  const email = `careful-${count}@example.org`;
  const person = await makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
  return { ...person, ...(await addFactor(server.url, person)) };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (page: Page) => page.getByRole('heading', { name: 'One more step' });

async function showPassword(page: Page, person: Person, path = '/login'): Promise<void> {
  await page.goto(server.url + path);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  await expect(step(page)).toBeVisible();
}

test('after the password the second factor is asked for, on every page and after a reload, until it is shown', async ({
  page,
}) => {
  const person = await carefulPerson();
  await showPassword(page, person, '/projects');
  await expect(page.getByText(`Confirm it’s you to log in as ${person.email}.`)).toBeVisible();
  await expect(page.getByText('Logged in successfully')).toBeHidden();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/dashboard', '/settings', '/register', '/projects']) {
    await page.goto(server.url + path);
    await expect(step(page)).toBeVisible();
  }
  // Nothing of the list was as much as asked for.
  expect(asked.filter((path) => /^\/(rest|storage|functions|realtime)\//.test(path))).toEqual([]);

  const code = page.getByLabel('Code from My phone');
  await expect(code).toBeFocused();
  await press(page, 'Confirm');
  await expect(page.getByText('Please enter the 6-digit code from the app')).toBeVisible();
  await code.fill('000 000');
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(/^This code is wrong or has already been used\./);
  await page.route('**/auth/v1/factors/*/challenge', (route) => route.abort(), { times: 1 });
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  );
  await expect(code).toHaveValue('000 000');

  await code.fill(await appCode(person.secret, 'current'));
  await code.press('Enter');
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/projects`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
});

test('a recovery code stands in for the app, once; and whoever came by mistake can leave', async ({
  page,
}) => {
  const person = await carefulPerson();
  await showPassword(page, person);
  await press(page, 'Use a different account');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();

  await showPassword(page, person);
  await press(page, 'Use a recovery code');
  const code = page.getByLabel('Recovery code');
  await expect(code).toBeFocused();
  await press(page, 'Confirm');
  await expect(page.getByText('Please enter a recovery code')).toBeVisible();
  await code.fill('aaaa-aaaa-aaaa-aaaa');
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText('This recovery code is wrong or has already been used.');
  const [first = '', second = ''] = person.recoveryCodes;
  await code.fill(first.toUpperCase().replaceAll('-', ' '));
  await press(page, 'Confirm');
  await expect(page).toHaveURL(`${server.url}/dashboard`);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await showPassword(page, person);
  await press(page, 'Use a recovery code');
  await code.fill(first);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText('This recovery code is wrong or has already been used.');
  await code.fill(second);
  await press(page, 'Confirm');
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('a one-time code, a link and the way to a new password ask for it too', async ({ page }) => {
  const person = await carefulPerson();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await showOtherWays(page);
  await press(page, 'Email me a code');
  await page.getByLabel('One-time code').fill(await codeTo(server.url, person.email, 'magic_link'));
  await press(page, 'Confirm');
  await expect(page.getByLabel('Code from My phone')).toBeFocused();
  await expect(page.getByText('Successfully signed in!')).toBeHidden();
  await press(page, 'Use a different account');

  await page.goto(`${server.url}/reset-password`);
  await page.getByLabel('Email').fill(person.email);
  await press(page, 'Send reset link');
  await page.goto(await linkTo(server.url, person.email, 'recovery'));
  await expect(step(page)).toBeVisible();
  await expect(page).toHaveURL(/\/update-password/);
  await page.getByLabel('Code from My phone').fill(await appCode(person.secret, 'current'));
  await press(page, 'Confirm');
  await page.getByLabel('New password', { exact: true }).fill('a dry wednesday');
  await page.getByLabel('Confirm new password').fill('a dry wednesday');
  await press(page, 'Save new password');
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on the phone, ${colorScheme}`, () => {
    test.use({ ...PHONE, colorScheme });

    test('axe finds nothing in the step, and nothing is too wide', async ({ page }) => {
      await showPassword(page, await carefulPerson());
      expect(await findings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    });
  });
}
