import type { Page, Route } from '@playwright/test';
import { codeTo, makeAccount } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

const server = fileServer();

let count = 0;
/** Nobody has been this person before. */
const somebody = () => {
  count += 1;
  return { name: 'Mara Lind', email: `mara-${count}@example.org`, password: 'a rainy tuesday' };
};

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The auth service answers with this error, once. */
const refuse = (page: Page, path: string, status: number, body: object) =>
  page.route(`**/auth/v1/${path}*`, (route: Route) => route.fulfill({ status, json: body }), { times: 1 });

test.describe('the sign-up', () => {
  const accept = (page: Page) => page.getByRole('checkbox', { name: /terms of service/ });

  async function fill(page: Page, person: ReturnType<typeof somebody>) {
    await page.getByLabel('Full name').fill(person.name);
    await email(page).fill(person.email);
    await password(page).fill(person.password);
    await accept(page).check();
  }

  test('asks for what is missing, and says why an account was not made @phone', async ({ page }) => {
    await page.goto(`${server.url}/register`);
    await expect(page.getByText('15 free AI tasks. No credit card needed.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /news/ })).not.toBeChecked();
    await press(page, 'Sign up');
    for (const sentence of [
      'Please enter your full name',
      'Please enter your email address',
      'Please enter your password',
      'Please accept the terms of service',
    ]) {
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    }
    await fill(page, { ...somebody(), email: 'mara@', password: '12345' });
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();

    const taken = await makeAccount(server.url, somebody());
    await fill(page, taken);
    await press(page, 'Sign up');
    await expect(page.getByRole('alert')).toHaveText('A user with this email already exists');
    // No more than one error at a time: the old one is not about what is changed and sent now.
    await accept(page).uncheck();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await press(page, 'Sign up');
    await expect(page.getByText('Please accept the terms of service')).toBeVisible();
    await accept(page).check();
    await press(page, 'Show password');
    await expect(password(page)).toHaveAttribute('type', 'text');
    await press(page, 'Hide password');
    await expect(password(page)).toHaveAttribute('type', 'password');

    for (const [status, body, sentence] of [
      [
        422,
        { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
        'This email is already registered. Please log in instead.',
      ],
      [
        422,
        { code: 422, error_code: 'weak_password', msg: 'This password is too common.' },
        'This password is too common. Please choose another.',
      ],
      [500, { code: 500, msg: 'no' }, 'An error occurred during registration'],
      [200, {}, 'Registration failed: No user returned'],
    ] as const) {
      await refuse(page, 'signup', status, body);
      await press(page, 'Sign up');
      await expect(page.getByRole('alert')).toHaveText(sentence);
    }
    await page.route('**/auth/v1/signup*', (route) => route.abort(), { times: 1 });
    await press(page, 'Sign up');
    await expect(page.getByRole('alert')).toHaveText(
      'Network error. Please check your connection and try again.',
    );
    await expect(page.getByLabel('Full name')).toHaveValue(taken.name);
    await expect(password(page)).toHaveValue(taken.password);
    await expect(accept(page)).toBeChecked();
  });

  test('leads by a mail’s code to the list, with the address to correct and the mail to send again', async ({
    page,
  }) => {
    const person = somebody();
    await page.clock.install();
    await page.goto(`${server.url}/register`);
    await fill(page, { ...person, email: `wrong-${person.email}` });
    await press(page, 'Sign up');
    const toast = page.getByText('Registration successful! Please check your email to verify your account.');
    await expect(toast).toBeVisible();
    await page.clock.runFor(9_000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(toast).toBeHidden();

    await press(page, 'change the address');
    await expect(page.getByLabel('Full name')).toHaveValue(person.name);
    await expect(accept(page)).toBeChecked();
    await email(page).fill(person.email);
    await press(page, 'Sign up');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(
      page.getByText(/^Didn’t get it\? You can request a new code in \d+ seconds\.$/),
    ).toBeVisible();
    await page.clock.runFor(60_000);
    await press(page, 'Send a new code');
    await expect(page.getByText('Verification email resent! Please check your inbox.')).toBeVisible();
    await page.getByLabel('Or enter the 6-digit code').fill('000000');
    await press(page, 'Confirm');
    await expect(page.getByRole('alert')).toContainText('This code is invalid or has expired.');
    await page
      .getByLabel('Or enter the 6-digit code')
      .fill(await codeTo(server.url, person.email, 'confirm_signup'));
    await press(page, 'Confirm');
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await expect(page.getByText('Successfully signed in!')).toBeVisible();
    await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
  });
});
