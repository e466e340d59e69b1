import type { Page, Route } from '@playwright/test';
import { codeTo, linkTo, makeAccount, makeUnconfirmed } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { everythingKept, tokensOf } from '../world/kept-in-browser.ts';
import { showOtherWays } from '../world/other-ways.ts';
import { expect, forbidStorage, logIn, test } from '../world/world.ts';

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

test('without a captcha the forms ask for none, and nothing is loaded from anywhere else', async ({
  page,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) foreign.push(request.url());
  });
  for (const path of ['/login', '/register', '/reset-password']) {
    const known = page.waitForResponse('**/config.json');
    const answer = await page.goto(`${server.url}${path}`);
    expect(answer?.headers()['content-security-policy']).not.toContain('https:');
    await known;
    await expect(email(page)).toBeEditable();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('group', { name: 'Verification' })).toHaveCount(0);
  }
  expect(foreign).toEqual([]);
});

test.describe('the login', () => {
  test('asks for what is missing, in the specified words, and keeps what was typed @phone', async ({
    page,
  }) => {
    await page.goto(`${server.url}/login`);
    await press(page, 'Log in');
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    await expect(page.getByText('Please enter your password')).toBeVisible();
    await expect(email(page)).toBeFocused();
    await email(page).fill('mara');
    await password(page).fill('12345');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();

    await email(page).fill('nobody@example.org');
    await password(page).fill('123456');
    await press(page, 'Log in');
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid email or password. Please check your credentials and try again.',
    );

    await page.route('**/auth/v1/token*', (route) => route.abort(), { times: 1 });
    await press(page, 'Log in');
    await expect(page.getByRole('alert')).toHaveText(
      'Network error. Please check your connection and try again.',
    );
    await refuse(page, 'token', 500, { code: 500, msg: 'relation "users" does not exist' });
    await press(page, 'Log in');
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again later.');
    await expect(email(page)).toHaveValue('nobody@example.org');
    await expect(password(page)).toHaveValue('123456');
  });

  test('of an unconfirmed address offers the mail again, for ten seconds @phone', async ({ page }) => {
    const person = somebody();
    await makeUnconfirmed(server.url, person);
    await page.clock.install();
    await page.goto(`${server.url}/login`);
    await email(page).fill(person.email);
    await password(page).fill(person.password);
    await press(page, 'Log in');
    const toast = page.getByText('Email not confirmed');
    await expect(toast).toBeVisible();
    await page.clock.runFor(9_000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(toast).toBeHidden();

    await page.clock.resume();
    await press(page, 'Log in');
    await expect(toast).toBeVisible();
    await press(page, 'Resend email');
    await expect(page.getByText('Verification email resent! Please check your inbox.')).toBeVisible();
    await refuse(page, 'resend', 500, { code: 500, msg: 'no' });
    await press(page, 'Log in');
    await expect(toast).toBeVisible();
    await press(page, 'Resend email');
    await expect(page.getByText('Failed to resend verification email. Please try again.')).toBeVisible();
  });

  test('leads back to the page that was asked for, and holds through reload and in other tabs', async ({
    page,
    context,
  }) => {
    const person = await makeAccount(server.url, somebody());
    await page.goto(`${server.url}/dashboard?from=mail`);
    await expect(page).toHaveURL(`${server.url}/login?next=%2Fdashboard%3Ffrom%3Dmail`);
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      '/register?next=%2Fdashboard%3Ffrom%3Dmail',
    );
    await logIn(page, person);
    await expect(page).toHaveURL(`${server.url}/dashboard?from=mail`);
    await expect(page.getByText('Logged in successfully')).toBeVisible();
    await expect(page.getByText('Successfully signed in!')).toBeHidden();

    await page.reload();
    await expect(page.getByRole('button', { name: /account/i })).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${server.url}/login`);
    await expect(other).toHaveURL(`${server.url}/dashboard`);

    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('Successfully signed out!')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(other).toHaveURL(`${server.url}/login`);

    // And the other way: who signs in here is signed in there.
    await page.goto(`${server.url}/login`);
    await logIn(page, person);
    await expect(other).toHaveURL(`${server.url}/dashboard`);
  });

  test('is where a used confirmation link leads, with the reason above the form', async ({ page }) => {
    const person = await makeAccount(server.url, somebody());
    await page.goto(await linkTo(server.url, person.email, 'confirm_signup'));
    await expect(page.getByRole('alert')).toHaveText(
      'Email link is invalid or has expired. Log in to get a new link.',
    );
    await logIn(page, person);
  });

  test('by a link keeps its token out of the address, and leaves none behind after signing out', async ({
    page,
  }) => {
    const person = await makeAccount(server.url, somebody());
    await page.goto(`${server.url}/login`);
    await email(page).fill(person.email);
    await showOtherWays(page);
    await press(page, 'Email me a code');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto(await linkTo(server.url, person.email, 'magic_link'));
    await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
    expect(page.url()).toBe(`${server.url}/dashboard`);
    const [access, refresh] = await tokensOf(page);
    expect(await everythingKept(page)).toContain(refresh);

    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    const kept = await everythingKept(page);
    expect(kept).not.toContain(access);
    expect(kept).not.toContain(refresh);
    const { cookies } = await page.context().storageState();
    expect(cookies).toEqual([]);
    await page.goBack();
    expect(page.url()).not.toContain('token');
  });

  test('takes a one-time code in place of the password', async ({ page }) => {
    const person = await makeAccount(server.url, somebody());
    await page.goto(`${server.url}/login`);
    await showOtherWays(page);
    await press(page, 'Email me a code');
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    await email(page).fill(person.email);
    await press(page, 'Email me a code');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await page.getByLabel('One-time code').fill('12');
    await press(page, 'Confirm');
    await expect(page.getByText('Please enter the 6-digit code from the email')).toBeVisible();
    await page.getByLabel('One-time code').fill(await codeTo(server.url, person.email, 'magic_link'));
    await press(page, 'Confirm');
    await expect(page.getByText('Successfully signed in!')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  });

  test('works where the browser keeps nothing, as long as its page is open', async ({ page }) => {
    const person = await makeAccount(server.url, somebody());
    await page.addInitScript(forbidStorage);
    await page.goto(`${server.url}/login`);
    await logIn(page, person);
    await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
  });

  test('does what was pressed before its code has come', async ({ page }) => {
    const person = await makeAccount(server.url, somebody());
    const arrival = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
    await email(page).fill(person.email);
    await showOtherWays(page);
    await press(page, 'Email me a code');
    arrival.resolve();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    expect(await codeTo(server.url, person.email, 'magic_link')).toMatch(/^\d{6}$/);
  });

  test('moves nothing when it is known which other ways there are', async ({ page }) => {
    const arrival = Promise.withResolvers<void>();
    await page.route('**/config.json', (route) => arrival.promise.then(() => route.continue()));
    await page.goto(`${server.url}/login`);
    await showOtherWays(page);
    const place = () => page.getByRole('button', { name: 'Log in', exact: true }).boundingBox();
    const before = await place();
    arrival.resolve();
    await expect(page.getByRole('button', { name: 'Text me a code' })).toBeVisible();
    expect(await place()).toEqual(before);
  });

  test('leads on by a link that is pressed while the page is being taken over', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
    // As React does it: the press is stopped, and a way that is not ready yet forgets it.
    await page.evaluate(`document.addEventListener('click', (event) => event.preventDefault())`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
  });

  test('that is sent before its code has come puts nothing into the address', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${server.url}/login`);
    await email(page).fill('mara@example.org');
    await password(page).fill('a rainy tuesday');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/login`);
    await expect(password(page)).toHaveValue('a rainy tuesday');
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by the link of a mail, and the login follows after three seconds @phone', async ({
    page,
  }) => {
    const person = await makeAccount(server.url, somebody());
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await press(page, 'Send reset link');
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    await email(page).fill('mara');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await email(page).fill(person.email);
    await refuse(page, 'recover', 500, { code: 500, msg: 'no' });
    await press(page, 'Send reset link');
    await expect(page.getByRole('alert')).toHaveText('Failed to send reset instructions. Please try again.');
    await press(page, 'Send reset link');
    await expect(page.getByText('Password reset instructions sent!')).toBeVisible();

    await page.goto(await linkTo(server.url, person.email, 'recovery'));
    await expect(page).toHaveURL(/\/update-password/);
    await press(page, 'Save new password');
    await expect(page.getByText('Please enter a new password')).toBeVisible();
    const fresh = page.getByLabel('New password', { exact: true });
    await fresh.fill('12345');
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
    await fresh.fill('a dry wednesday');
    await page.getByLabel('Confirm new password').fill('a dry thursday');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm new password').fill('a dry wednesday');
    await refuse(page, 'user', 500, { code: 500, msg: 'no' });
    await press(page, 'Save new password');
    await expect(page.getByRole('alert')).toHaveText('Failed to update password. Please try again.');
    await press(page, 'Save new password');
    await expect(page.getByText('Password updated successfully!')).toBeVisible();
    const updated = Date.now();
    await expect(page).toHaveURL(`${server.url}/login`, { timeout: 8_000 });
    expect(Date.now() - updated).toBeGreaterThan(2_500);
    await logIn(page, { ...person, password: 'a dry wednesday' });
  });

  test('cannot be replaced by a used link, nor without one @phone', async ({ page }) => {
    const dead = page.getByText('Invalid or expired reset link. Please request a new one.');
    await page.goto(`${server.url}/update-password`);
    await expect(dead).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/reset-password`);

    const person = await makeAccount(server.url, somebody());
    await email(page).fill(person.email);
    await press(page, 'Send reset link');
    await expect(page.getByText('Password reset instructions sent!')).toBeVisible();
    const link = await linkTo(server.url, person.email, 'recovery');
    await fetch(link, { redirect: 'manual' });
    await page.goto(link);
    await expect(dead).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/reset-password`);
  });
});
