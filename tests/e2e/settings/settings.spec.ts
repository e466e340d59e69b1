import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { codeTo, mailTo, makeAccount, type Person } from '../world/accounts.ts';
import { apiOf } from '../world/api-of.ts';
import { findingsInBothThemes } from '../world/axe-findings.ts';
import { LOOKS } from '../world/devices.ts';
import { fileServer } from '../world/file-server.ts';
import { openRow } from '../world/open-row.ts';
import { enter } from '../world/signed-in.ts';
import { expect, logIn, test } from '../world/world.ts';

let simulator: AiSimulator | undefined;
const server = fileServer(async () => {
  simulator = await startAiSimulator();
  const { url: AI_BASE_URL, apiKey: AI_API_KEY } = simulator;
  return { env: { AI_BASE_URL, AI_API_KEY, AI_MODEL_FAST: 'sim/refused' } };
});
test.afterAll(() => simulator?.close());

let count = 0;
/** Nobody has been this person before. */
function newPerson(): Promise<Person> {
  count += 1;
  const email = `mara-${count}@example.org`;
  return makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
}

async function openSettings(page: Page, person: Person): Promise<void> {
  await enter(page, server.url, person, '/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}

/** The same person on another device, which is named after the browser that has logged in. */
async function elsewhere(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await logIn(page, person);
  return page;
}

test('news are ordered and taken back, and each change is on record', async ({ page }) => {
  const person = await newPerson();
  await openSettings(page, person);
  await openRow(page, 'Profile');
  const news = page.getByRole('checkbox', { name: 'Send me occasional product news' });
  await expect(news).not.toBeChecked();
  const api = await apiOf(server.url, person);
  const records = async () => {
    const read = api.from('user_consent').select('marketing_accepted').order('accepted_at');
    return (await read.throwOnError()).data.map((row) => row['marketing_accepted']);
  };
  await news.check();
  await expect.poll(records).toEqual([false, true]);
  await page.reload();
  await expect(news).toBeChecked();
  await news.uncheck();
  await expect.poll(records).toEqual([false, true, false]);
});

/** One task that is handed over again and again, in vain. */
async function failRuns(api: SupabaseClient, title: string, times: number): Promise<void> {
  const { data } = await api.from('tasks').insert({ title }).select('id').single().throwOnError();
  for (let run = 1; run <= times; run += 1) {
    await api.functions.invoke('delegate', { body: { task_id: data['id'], ai_task_type: 'answer' } });
    const failed = () => api.from('ai_runs').select('id', { count: 'exact' }).eq('status', 'failed');
    await expect.poll(async () => (await failed()).count).toBe(run);
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const says = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

test('the name is saved, follows other tabs, and is kept where it cannot be saved @phone', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await page.goto(`${server.url}/login`);
  await logIn(page, person);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await expect(page).toHaveTitle(/^Settings \| /);
  const profile = await openRow(page, 'Profile');
  const name = profile.getByLabel('Full name');
  const save = profile.getByRole('button', { name: 'Save Changes' });
  await expect(profile.getByLabel('Email')).toHaveValue(person.email);
  await expect(profile.getByLabel('Email')).toHaveAttribute('readonly');
  await expect(save).toBeDisabled();

  const tab = await context.newPage();
  await tab.goto(`${server.url}/settings#profile`);
  const nameInTab = section(tab, 'Profile').getByLabel('Full name');
  await expect(nameInTab).toHaveValue(person.name);

  await name.fill('  ');
  await save.click();
  await says(page, 'Please enter your full name');
  await name.fill('Mara Lindqvist');
  await name.press('Enter');
  await says(page, 'Profile updated successfully');
  await expect(save).toBeDisabled();
  await expect(nameInTab).toHaveValue('Mara Lindqvist');

  await nameInTab.fill('Mara L.');
  await name.fill('M. Lindqvist');
  await save.click();
  await expect(save).toBeDisabled();
  await says(tab, 'It was changed elsewhere to “M. Lindqvist”.');
  await expect(nameInTab).toHaveValue('Mara L.');

  await tab.route('**/rest/v1/profiles**', (route) => route.abort());
  await section(tab, 'Profile').getByRole('button', { name: 'Save Changes' }).click();
  await says(tab, 'Failed to update profile');
  await expect(nameInTab).toHaveValue('Mara L.');
  await tab.unroute('**/rest/v1/profiles**');
  await section(tab, 'Profile').getByRole('button', { name: 'Save Changes' }).click();
  await says(tab, 'Profile updated successfully');
  await expect(name).toHaveValue('Mara L.');
});

test('the history says what each credit was for and what came back, page by page, and as a file', async ({
  page,
}) => {
  const person = await newPerson();
  await failRuns(await apiOf(server.url, person), '=Read the contract', 5);
  await openSettings(page, person);
  const credits = await openRow(page, 'Credits');
  await expect(credits).toContainText('15 credits left, Free Plan');
  await expect(credits).toContainText('Welcome credits');
  await expect(credits.getByRole('link', { name: 'Get more credits' })).toHaveAttribute('href', '/pricing');
  await expect(credits.getByRole('link', { name: 'Redeem Credits' })).toHaveAttribute('href', '/redeem');

  const history = section(page, 'History');
  const rows = history.getByRole('row');
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(1)).toContainText(/=Read the contract.*Refunded, .*\+115$/);
  await expect(rows.nth(2)).toContainText(/=Read the contract.*Answer.*−114$/);
  await expect(history.getByText('1 to 10 of 11')).toBeVisible();
  // Without a network the page that is there stays, says so, and goes on by itself.
  await page.context().setOffline(true);
  await history.getByRole('button', { name: 'Older' }).click();
  await expect(history.getByText('You’re offline.')).toBeVisible();
  await expect(history.getByText('1 to 10 of 11')).toBeVisible();
  await page.context().setOffline(false);
  await expect(rows).toHaveCount(2);
  await expect(history.getByText('You’re offline.')).toBeHidden();
  await expect(rows.nth(1)).toContainText(/Welcome credits.*\+1515$/);
  await expect(history.getByRole('button', { name: 'Older' })).toBeDisabled();
  await history.getByRole('button', { name: 'Newer' }).click();
  await expect(rows).toHaveCount(11);

  const download = page.waitForEvent('download');
  await history.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^credit-history-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(12);
  expect(lines[2]).toMatch(/,,'=Read the contract,Answer,-1,14$/);
});

test('a new password needs the present one, or a code from a mail, and signs other devices out', async ({
  page,
  browser,
}) => {
  const person = await newPerson();
  await openSettings(page, person);
  const other = await elsewhere(browser, person);
  const password = await openRow(page, 'Password');
  const submit = async (proof: string, fresh: string, again = fresh) => {
    await password.getByLabel(/Current password|Code from the email/).fill(proof);
    await password.getByLabel('New password', { exact: true }).fill(fresh);
    await password.getByLabel('Confirm new password').fill(again);
    await password.getByRole('button', { name: 'Save new password' }).click();
  };
  await submit('', '');
  await says(page, 'Please enter your password');
  await says(page, 'Please enter a new password');
  await submit(person.password, 'short', 'shirt');
  await says(page, 'Password must be at least 6 characters long');
  await says(page, 'Passwords do not match');
  await submit('not my password', 'a dry wednesday');
  await says(page, 'The current password is wrong.');
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue('a dry wednesday');
  await submit(person.password, person.password);
  await says(page, 'That’s already your password.');
  await submit(person.password, 'password');
  await expect(password.getByRole('alert')).toContainText(/common/i);
  await submit(person.password, 'a dry wednesday');
  await says(page, 'Password updated successfully!');
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue('');
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();

  await password.getByRole('button', { name: 'Email me a code' }).click();
  await expect(password.getByLabel('Code from the email')).toBeFocused();
  await submit('12', 'a mild thursday');
  await says(page, 'Please enter the 6-digit code from the email');
  await submit('000000', 'a mild thursday');
  await says(page, 'This code is invalid or has expired.');
  const link = password.getByRole('link', { name: 'local mailbox' });
  await expect(link).toHaveAttribute('href', `/mailbox?to=${encodeURIComponent(person.email)}`);
  await mailTo(server.url, person.email, 'password_changed');
  const code = await codeTo(server.url, person.email, 'reauthentication');
  await submit(`${code.slice(0, 3)} ${code.slice(3)}`, 'a mild thursday');
  await says(page, 'Password updated successfully!');
});

test('sessions are listed, and ended one by one or all at once', async ({ page, browser }) => {
  const person = await newPerson();
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  const [first, second] = [await elsewhere(browser, person), await elsewhere(browser, person)];
  await page.reload();
  const sessions = await openRow(page, 'Sessions');
  const rows = sessions.getByRole('listitem');
  // The fourth is what opened the link of the first mail: no browser at all.
  await expect(rows).toHaveCount(4);
  await expect(rows.last()).toContainText('App (node)');
  await expect(rows.first()).toContainText(/Chrome on \w+This device/);
  await expect(rows.first().getByRole('button')).toHaveCount(0);

  await page.route('**/rpc/end_session', (route) => route.abort());
  await rows.nth(1).getByRole('button').click();
  await says(page, 'Couldn’t end the session');
  await expect(rows).toHaveCount(4);
  await page.unroute('**/rpc/end_session');

  // The latest sign-in stands first.
  await rows.nth(1).getByRole('button').click();
  await says(page, 'Session ended');
  await expect(rows).toHaveCount(3);
  await expect(second).toHaveURL(/\/login/);
  await expect(first).toHaveURL(/\/dashboard/);

  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await says(page, 'All other sessions ended');
  await expect(rows).toHaveCount(1);
  await expect(first).toHaveURL(/\/login/);

  await logIn(first, person);
  await page.getByRole('button', { name: 'Sign out of all devices' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  // Its live connection does not stand yet: it is refused.
  await expect(first).toHaveURL(/\/login/);
  for (const device of [first, second]) await device.context().close();
});

test('looks, language and retention are kept, here and on other devices, and taken back if refused', async ({
  page,
  context,
}) => {
  await openSettings(page, await newPerson());
  const tab = await context.newPage();
  await tab.goto(`${server.url}/settings`);
  const html = page.locator('html');
  await openRow(page, 'Appearance');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /^Dark theme/ }).click();
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();

  await section(page, 'Appearance').getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Compact' }).check();
  await openRow(page, 'Answers');
  await page.getByLabel('Language of answers').selectOption('uk');
  await openRow(page, 'Completed tasks');
  await page.getByRole('checkbox', { name: /old completed tasks/ }).uncheck();
  await expect(section(tab, 'Appearance')).toContainText('compact list');
  await expect(section(tab, 'Answers')).toContainText('Ukrainian');
  await expect(section(tab, 'Completed tasks')).toContainText('All are kept');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /old completed tasks/ })).not.toBeChecked();
  await openRow(page, 'Answers');
  await expect(page.getByLabel('Language of answers')).toHaveValue('uk');
  await openRow(page, 'Appearance');
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();

  await page.route('**/rest/v1/user_settings**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await says(page, 'Couldn’t save your settings');
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
});

test('each section fails on its own, says so, and is there again after a retry @phone', async ({ page }) => {
  const person = await newPerson();
  await openSettings(page, person);
  const rpc = '**/rest/v1/rpc/*';
  await page.route(rpc, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  // Once it is joined everything is read again, with no press.
  await page.routeWebSocket(/realtime/, () => {});
  await page.reload();
  await expect(section(page, 'Sessions')).toContainText('Couldn’t load');
  await expect(section(page, 'Profile')).toContainText(person.name);
  const credits = await openRow(page, 'Credits');
  await says(page, 'Couldn’t load your credits.');
  await says(page, 'Couldn’t load your credit history.');
  await page.unroute(rpc);
  const again = credits.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCount(2);
  await again.last().click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(credits.getByRole('alert')).toHaveCount(0);
  await expect(section(page, 'History').getByRole('row')).toHaveCount(2);
  const sessions = await openRow(page, 'Sessions');
  await expect(credits.getByRole('row')).toHaveCount(0);
  await sessions.getByRole('button', { name: 'Try again' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);

  await page.goto(`${server.url}/settings?checkout_success=1`);
  await says(page, 'Purchase successful!');
});

for (const [name, { colorScheme, viewport }] of LOOKS) {
  const isDesktop = viewport.width === 1280;
  test.describe(name, () => {
    test.use({ colorScheme, viewport: isDesktop ? { width: 1280, height: 800 } : viewport });

    test('axe finds nothing, nothing is too wide, and one row at a time opens, by key and by address', async ({
      page,
    }) => {
      await openSettings(page, await newPerson());
      const kept = section(page, 'Completed tasks').getByRole('button');
      if (isDesktop) await expect(kept).toBeInViewport({ ratio: 1 });
      await section(page, 'Credits').getByRole('button', { name: 'Show Credits' }).press('Enter');
      await expect(section(page, 'History').getByRole('row')).toHaveCount(2);
      expect(await findingsInBothThemes(page)).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
      ).toBe(true);
      await section(page, 'Answers').getByRole('button', { name: 'Change Answers' }).press('Enter');
      await expect(page.getByLabel('Language of answers')).toBeInViewport();
      await expect(section(page, 'History')).toHaveCount(0);
      await expect(page).toHaveURL(/#answers$/);
      // What earlier mails and bookmarks name.
      await page.goto(`${server.url}/settings#security`);
      await expect(section(page, 'Password').getByLabel('New password', { exact: true })).toBeInViewport();
      const close = section(page, 'Password').getByRole('button', { name: 'Close Password' });
      await expect(close).toHaveAttribute('aria-expanded', 'true');
      await close.press('Enter');
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    });
  });
}
