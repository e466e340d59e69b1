import type { Page } from '@playwright/test';
import { CAPTCHAS, type CaptchaProvider } from '#domain/captcha.ts';
import { type CaptchaSimulator, startCaptchaSimulator } from '#simulators/captcha/start-captcha-simulator.ts';
import { widgetScript } from '#simulators/captcha/widget-script.ts';
import { linkTo, makeAccount, type Person } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { showOtherWays } from '../world/other-ways.ts';
import { isTooWide, PHONE } from '../world/site.ts';
import { expect, test } from '../world/world.ts';

let service: CaptchaSimulator;
const asking = (provider: CaptchaProvider, more: object = {}) => ({
  env: {
    CAPTCHA_PROVIDER: provider,
    CAPTCHA_SITE_KEY: 'a widget',
    CAPTCHA_SECRET: service.secret,
    CAPTCHA_VERIFY_URL: service.url,
    ...more,
  },
});
test.beforeAll(async () => {
  service = await startCaptchaSimulator();
});
const server = fileServer(() => asking('hcaptcha'));
const turnstile = fileServer(() => asking('turnstile', { MAIL_AUTOCONFIRM: 'on' }));
test.afterAll(() => service.close());

test.beforeEach(async ({ page }) => {
  await page.exposeFunction('solveCaptcha', () => service.solve());
  for (const provider of ['hcaptcha', 'turnstile'] as const) {
    const contentType = 'text/javascript';
    await page.route(CAPTCHAS[provider].script.replace(/\?.*/, '?*'), (route) =>
      route.fulfill({ contentType, body: widgetScript(provider) }),
    );
  }
});

let count = 0;
function newPerson(): Person {
  count += 1;
  return { name: 'Mara Lind', email: `human-${count}@example.org`, password: 'a rainy tuesday' };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const solve = (page: Page) => press(page, 'I am human');
const check = (page: Page) => page.getByRole('group', { name: 'Verification' });
const alert = (page: Page) => page.getByRole('alert');
const MISSING = 'Please complete the verification first';

/** The paths under /auth/v1 that something was posted to. */
function posted(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/auth/v1/')) paths.push(pathname.slice(9));
  });
  return paths;
}

async function fillSignUp(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /terms of service/ }).check();
}

async function fillLogin(page: Page, person: Person, next = ''): Promise<void> {
  await page.goto(`${server.url}/login${next}`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** The button that waits, by what it says meanwhile. */
const waits = (page: Page, busyLabel: string) =>
  expect(page.locator('button[aria-busy]', { hasText: busyLabel })).toBeVisible();

test('whoever presses first is asked to solve the captcha, and what was pressed goes out then; each is good once', async ({
  page,
}) => {
  const paths = posted(page);
  const person = newPerson();
  await page.clock.install();
  await fillSignUp(page, server.url, person);
  await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
  await press(page, 'Sign up');
  await expect(alert(page)).toHaveText(MISSING);
  await expect(check(page)).toBeFocused();
  expect(paths).toEqual([]);
  await waits(page, 'Signing up…');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'I am human' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(alert(page)).toHaveCount(0);

  await page.clock.runFor(60_000);
  await press(page, 'Send a new code');
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByText('Verification email resent!')).toBeVisible();
  expect(paths).toEqual(['signup', 'resend']);
  await page.goto(await linkTo(server.url, person.email, 'confirm_signup'));
  // The session of the link has been taken and kept.
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();

  await page.evaluate('localStorage.clear()');
  await fillLogin(page, { ...person, password: 'not the one' });
  await solve(page);
  await press(page, 'Log in');
  await expect(alert(page)).toContainText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
  await press(page, 'Log in');
  await expect(page.getByText(MISSING)).toBeVisible();
  await solve(page);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(paths.filter((path) => path === 'token')).toHaveLength(2);
});

test('codes by mail and SMS, and the way to a new password, ask for it too', async ({ page }) => {
  await page.clock.install();
  const person = await makeAccount(server.url, newPerson(), service.solve());
  const paths = posted(page);
  await fillLogin(page, person);
  await showOtherWays(page);
  await press(page, 'Email me a code');
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(check(page)).toHaveCount(0);
  await page.clock.runFor(60_000);
  await press(page, 'Send a new code');
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByText('New code sent')).toBeVisible();

  await page.goto(`${server.url}/login`);
  await showOtherWays(page);
  await press(page, 'Text me a code');
  await page.getByLabel('Phone number').fill('+491701234567');
  await press(page, 'Send code');
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();

  await page.goto(`${server.url}/reset-password`);
  await page.getByLabel('Email').fill(person.email);
  await press(page, 'Send reset link');
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByText('Password reset instructions sent!')).toBeVisible();
  expect(paths).toEqual(['otp', 'otp', 'otp', 'recover']);
});

test('a press waits for a page that is still loading, and is forgotten when the form changes', async ({
  page,
}) => {
  const person = await makeAccount(server.url, newPerson(), service.solve());
  const paths = posted(page);
  const held = Promise.withResolvers<void>();
  for (const late of ['**/config.json', `${CAPTCHAS.hcaptcha.script.replace(/\?.*/, '')}?*`]) {
    await page.route(late, async (route) => {
      await held.promise;
      await route.fallback();
    });
  }
  await fillLogin(page, person);
  await press(page, 'Log in');
  await waits(page, 'Logging in…');
  held.resolve();
  await expect(alert(page)).toHaveText(MISSING);
  await waits(page, 'Logging in…');
  await showOtherWays(page);
  await press(page, 'Email me a code');
  await waits(page, 'Sending…');
  await expect(page.locator('button[aria-busy]')).toHaveCount(1);

  await page.getByLabel('Password', { exact: true }).fill('another one');
  await expect(page.locator('button[aria-busy]')).toHaveCount(0);
  await expect(alert(page)).toHaveCount(0);
  await solve(page);
  await expect(page.getByRole('button', { name: 'Solved' })).toBeVisible();
  expect(paths).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/dashboard/);
  expect(paths).toEqual(['token']);
});

test('the mails of a changed address are sent again to people only', async ({ page }) => {
  const person = await makeAccount(server.url, newPerson(), service.solve());
  await fillLogin(page, person, '?next=%2Fsettings%23address');
  await solve(page);
  await press(page, 'Log in');
  await page.getByLabel('New address').fill(`new-${person.email}`);
  await page.getByLabel('New address').press('Enter');
  const again = page.getByRole('button', { name: 'Resend', exact: true });
  await again.click();
  await expect(alert(page)).toHaveText(MISSING);
  await solve(page);
  await expect(page.getByText('Emails resent')).toBeVisible();
});

test('one that has expired, broken or not come says so, and a refused one is done again', async ({
  page,
}) => {
  const script = `${CAPTCHAS.hcaptcha.script.replace(/\?.*/, '')}?*`;
  await page.route(script, (route) => route.abort(), { times: 1 });
  const paths = posted(page);
  await fillLogin(page, newPerson());
  await expect(alert(page)).toContainText('Couldn’t load the verification from hcaptcha.com');
  await press(page, 'Log in');
  await expect(check(page)).toBeFocused();
  await expect(alert(page)).toHaveCount(1);
  await press(page, 'Try again');
  await solve(page);
  await press(page, 'Expire');
  await expect(page.getByText('The verification has expired. Please try again.')).toBeVisible();
  await press(page, 'Log in');
  await expect(alert(page)).toHaveText(MISSING);
  await press(page, 'Break');
  await expect(alert(page)).toHaveText(/The verification didn’t work./);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).not.toHaveAttribute('aria-busy');
  await press(page, 'Try again');
  await solve(page);
  await expect(alert(page)).toHaveCount(0);
  expect(paths).toEqual([]);

  service.setFault('down');
  await press(page, 'Log in');
  await expect(alert(page)).toHaveText('An unexpected error occurred. Please try again later.');
  service.setFault('none');
  await page.evaluate("window.solveCaptcha = async () => 'one that was used'; null");
  await solve(page);
  await press(page, 'Log in');
  await expect(alert(page)).toContainText('Verification failed.');
});

test('Turnstile, and whoever changes the page, load scripts of its host and of no other', async ({
  page,
}) => {
  await fillSignUp(page, turnstile.url, newPerson());
  await solve(page);
  // What the policy refuses comes out empty.
  const trusted = (url: string) =>
    page.evaluate(`String(trustedTypes.defaultPolicy.createScriptURL('${url}'))`);
  const more = 'https://challenges.cloudflare.com/turnstile/v0/more.js';
  expect(await trusted(more)).toBe(more);
  expect(await trusted('https://challenges.cloudflare.com.example.org/x.js')).toBe('');
  expect(await trusted('/storage/v1/object/public/x.js')).toBe('');
  await press(page, 'Sign up');
  await expect(page).toHaveURL(/\/dashboard/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on the phone, ${colorScheme}`, () => {
    test.use({ ...PHONE, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing, and nothing is too wide', async ({ page }) => {
      await page.goto(`${server.url}/login`);
      await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
      await page.getByLabel('Email').fill('ada@example.org');
      await showOtherWays(page);
      await press(page, 'Email me a code');
      await expect(alert(page)).toHaveText(MISSING);
      expect(await findings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    });
  });
}
