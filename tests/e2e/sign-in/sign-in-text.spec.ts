import type { Page } from '@playwright/test';
import { type SmsSimulator, startSmsSimulator } from '#simulators/sms/start-sms-simulator.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { showOtherWays } from '../world/other-ways.ts';
import { isTooWide, PHONE } from '../world/site.ts';
import { expect, test } from '../world/world.ts';

let gateway: SmsSimulator;
const server = fileServer(async () => {
  gateway = await startSmsSimulator();
  return {
    env: { SMS_URL: gateway.url, SMS_TOKEN: gateway.token, RATE_LIMITS: 'sign_in=off,mail=off,sms=off' },
  };
});
test.afterAll(() => gateway.close());

let count = 0;
/** Nobody has had this number before. */
function newNumber(): string {
  count += 1;
  return `+4917${String(10_000_000 + count)}`;
}

/** The digits of that many texts to this number, oldest first. */
async function codesTo(phone: string, texts = 1): Promise<string[]> {
  const codes = () =>
    gateway.taken.filter(({ to }) => to === phone).map(({ text }) => /^\d{6}/.exec(text)?.[0] ?? '');
  await expect.poll(() => codes().length).toBe(texts);
  return codes();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const number = (page: Page) => page.getByLabel('Phone number');
const code = (page: Page) => page.getByLabel('One-time code');

/** Ends where the code is asked for. */
async function askForText(page: Page, phone: string): Promise<void> {
  await page.goto(`${server.url}/login?next=%2Fprojects`);
  await showOtherWays(page);
  await press(page, 'Text me a code');
  await number(page).fill(phone);
  await press(page, 'Send code');
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();
}

test('a number that is new opens an account after the terms, and is known from then on', async ({ page }) => {
  const phone = newNumber();
  await page.goto(`${server.url}/login?next=%2Fprojects`);
  await showOtherWays(page);
  await press(page, 'Text me a code');
  await expect(page.getByRole('heading', { name: 'Log in by text message' })).toBeFocused();
  await expect(page.getByText('create one once you accept the terms')).toBeVisible();
  await expect(number(page)).toHaveAttribute('autocomplete', 'tel');
  await number(page).fill('0170 1234567');
  await number(page).press('Enter');
  await expect(page.getByText('Please enter your phone number with + and the country code')).toBeVisible();
  await expect(number(page)).toBeFocused();
  await page.route('**/auth/v1/otp*', (route) => route.abort(), { times: 1 });
  await number(page).fill(`${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`);
  await number(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Network error.');
  await number(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();
  await expect(page.getByText(`We’ve sent a code to ${phone}.`)).toBeVisible();

  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await code(page).fill('12');
  await code(page).press('Enter');
  await expect(page.getByText('Please enter the 6-digit code from the text message')).toBeVisible();
  const [digits = ''] = await codesTo(phone);
  await code(page).fill(digits === '000000' ? '000001' : '000000');
  await code(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^This code is invalid or has expired\./);
  await code(page).fill(digits);
  await code(page).press('Enter');
  await expect(page.getByText('Successfully signed in!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'One last thing' })).toBeVisible();
  await press(page, 'Open my list');
  await expect(page.getByText('Please accept the terms of service')).toBeVisible();
  await page.getByRole('checkbox', { name: /terms of service/ }).check();
  await press(page, 'Open my list');
  await expect(page.getByText('10 credits left', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/projects`);

  await page.evaluate('localStorage.clear()');
  await askForText(page, phone);
  await code(page).fill((await codesTo(phone, 2))[1] ?? '');
  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await expect(page.getByText('10 credits left', { exact: true })).toBeVisible();

  // Without a mail address, the code that allows a password is texted, too.
  await page.goto(`${server.url}/settings#password`);
  await press(page, 'Text me a code');
  const proof = page.getByLabel('Code from the text message');
  await expect(proof).toBeFocused();
  await expect(page.getByText(`Sent to ${phone}.`)).toBeVisible();
  await proof.fill((await codesTo(phone, 3))[2] ?? '');
  await page.getByLabel('New password', { exact: true }).fill('a windy monday');
  await page.getByLabel('Confirm new password').fill('a windy monday');
  await press(page, 'Save new password');
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
});

test('another code is sent after a minute, and a refusal says how long to wait', async ({ page }) => {
  const phone = newNumber();
  await page.clock.install();
  await askForText(page, phone);
  await expect(page.getByText(/^Didn’t get it\? You can request a new code in \d+ seconds\.$/)).toBeVisible();
  const again = page.getByRole('button', { name: 'Send a new code' });
  await expect(again).toBeHidden();
  const [first = ''] = await codesTo(phone);
  await code(page).fill('12');
  await page.clock.runFor(60_000);
  const refuse = (body: object) =>
    page.route(
      '**/auth/v1/otp*',
      // The client reads the code of an answer of this version alone, as the service gives it.
      (route) =>
        route.fulfill({ status: 429, headers: { 'X-Supabase-Api-Version': '2024-01-01' }, json: body }),
      { times: 1 },
    );
  const wait = 'For security purposes, you can only request this after 7 seconds.';
  await refuse({ code: 'over_sms_send_rate_limit', message: wait });
  await again.click();
  await expect(page.getByRole('alert')).toHaveText(
    'We’ve just sent you a code. You can request another in 7 seconds.',
  );
  await expect(again).toBeFocused();
  await refuse({ code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' });
  await again.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    /^You’ve requested too many codes\. Try again later, or log in another way\.$/,
  );
  await again.press('Enter');
  await expect(page.getByText('New code sent')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveValue('');
  await expect(again).toBeHidden();

  const second = (await codesTo(phone, 2))[1] ?? '';
  expect(second).not.toBe(first);
  await code(page).fill(first);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(/^This code is invalid or has expired\./);
  await page.route('**/auth/v1/verify*', (route) => route.fulfill({ status: 429, json: { message: 'No' } }), {
    times: 1,
  });
  await code(page).fill(second);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in a few minutes.');
  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { name: 'One last thing' })).toBeVisible();
});

test('a wrong number can be corrected, and the password is one press away', async ({ page }) => {
  const phone = newNumber();
  await askForText(page, phone);
  await press(page, 'Use a different number');
  await expect(number(page)).toHaveValue(phone);
  await press(page, `Enter the code sent to ${phone}`);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();
  await expect(
    page.getByText(/^Didn’t get it\? You can request a new code in \d+ seconds?\.$/),
  ).toBeVisible();
  const [digits = ''] = await codesTo(phone);
  await code(page).fill(digits === '000000' ? '000001' : '000000');
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(/^This code is invalid or has expired\./);
  await press(page, 'Use a different number');
  await press(page, 'Log in with a password instead');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('where no texts are sent, none is offered; where accounts are closed, none is promised', async ({
  page,
}) => {
  let changes: object = { texts: 'none' };
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(json), ...changes } });
  });
  const known = page.waitForResponse('**/config.json');
  await page.goto(`${server.url}/login`);
  await known;
  await showOtherWays(page);
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Text me a code' })).toHaveCount(0);
  changes = { signUp: false };
  const phone = newNumber();
  await askForText(page, phone);
  await expect(page.getByText(`If there’s an account for ${phone}, we’ve sent it a code.`)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on the phone, ${colorScheme}`, () => {
    test.use({ ...PHONE, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing in any step, and nothing is too wide', async ({ page }) => {
      const looksRight = async () => {
        expect(await findings(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      };
      await page.goto(`${server.url}/login`);
      await showOtherWays(page);
      await expect(page.getByRole('button', { name: 'Text me a code' })).toBeVisible();
      await looksRight();
      await press(page, 'Text me a code');
      await press(page, 'Send code');
      await expect(
        page.getByText('Please enter your phone number with + and the country code'),
      ).toBeVisible();
      await looksRight();
      await askForText(page, newNumber());
      await looksRight();
    });
  });
}
