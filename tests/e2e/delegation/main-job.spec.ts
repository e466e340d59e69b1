import { makeAccount } from '../world/accounts.ts';
import { enter } from '../world/signed-in.ts';
import { addTask, delegate, expect, logIn, PERSON, register, test } from '../world/world.ts';

const TITLE = 'Compare home contents insurance';

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a person registers, confirms, signs in, hands a task over and reads the answer for one credit @phone', async ({
    page,
    installation,
  }) => {
    const { url } = installation.server;
    await page.goto(url);
    await page.getByRole('link', { name: 'Get Started Free' }).first().click();
    await expect(page).toHaveURL(/\/register$/);
    await register(page, url);
    await expect(page.getByText('Successfully signed in!')).toBeVisible();

    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page);
    await expect(page.getByText('Logged in successfully')).toBeVisible();
    await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();

    await addTask(page, TITLE);
    await delegate(page, TITLE);
    await expect(page.getByText('AI is working on your task...', { exact: true })).toBeVisible();
    await expect(page.getByText('AI has completed your task!')).toBeVisible();
    await expect(page.getByText('14 credits left', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'View Full Response' }).click();
    const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
    await expect(response.getByText('sim/slow-8000').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(response).toBeHidden();

    // An answer that was opened is folded.
    await page.getByRole('button', { name: 'Show the answer' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^compare-home-contents-insurance-.*\.txt$/);
    expect(installation.calls()).toBe(1);
  });
});

test('a reload in the middle shows the text that was written so far, and the rest as it comes', async ({
  page,
  installation,
}) => {
  const { url } = installation.server;
  await enter(page, url, await makeAccount(url, PERSON));
  await addTask(page, TITLE);
  await delegate(page, TITLE);
  await expect(page.getByText('AI is working on your task...', { exact: true })).toBeVisible();
  await page.waitForTimeout(1200);
  await page.reload();
  await expect(page.getByText('AI is working on your task...', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
  await expect(page.getByText('14 credits left', { exact: true })).toBeVisible();
});

test('Stop ends the run at once, and its credit comes back', async ({ page, installation }) => {
  const { url } = installation.server;
  await enter(page, url, await makeAccount(url, PERSON));
  await addTask(page, TITLE);
  await delegate(page, TITLE);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
  await expect(page.getByText('AI is working on your task...', { exact: true })).toBeHidden();
});

test.describe('a provider that fails', () => {
  test.use({ model: 'sim/refused' });

  test('leaves a reason that a person understands, and the credit @phone', async ({ page, installation }) => {
    const { url } = installation.server;
    await enter(page, url, await makeAccount(url, PERSON));
    await addTask(page, TITLE);
    await delegate(page, TITLE);
    await expect(page.getByText('Failed to process task with AI').first()).toBeVisible();
    await expect(page.getByText(/API Error: the AI service declined this task\./).first()).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByText(/credit refunded/i).first()).toBeVisible();
    await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
    const slip = page.getByRole('listitem').filter({ hasText: TITLE });
    await expect(slip.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('a kill in the middle of a run loses nothing and charges once', async ({ page, installation }) => {
  const { url } = installation.server;
  await enter(page, url, await makeAccount(url, PERSON));
  await addTask(page, TITLE);
  await delegate(page, TITLE);
  await expect(page.getByText('AI is working on your task...', { exact: true })).toBeVisible();
  await expect.poll(installation.calls).toBe(1);
  await installation.crash();
  // Nobody touches the page: it finds the server again by itself.
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
  await expect(page.getByText('14 credits left', { exact: true })).toBeVisible();
  expect(installation.calls()).toBe(2);
});
