import { runOperator } from '#tests/worlds/operator.ts';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { addRows, expect, type Page, row, test } from '../world/site.ts';

const WORKING = 'AI is working on your task... This may take a few moments.';
const toasts = (page: Page) => page.locator('.toast');
const toast = (page: Page, text: string) => toasts(page).filter({ hasText: text });

/** The page's own time stands; it goes on a little at a time until the toast is there. */
async function untilShown(page: Page, text: string): Promise<void> {
  const look = async () => {
    await page.clock.runFor(20);
    return toast(page, text).count();
  };
  await expect.poll(look, { intervals: [50] }).toBe(1);
}

/** It is there for so long by the page's clock, and no longer. */
async function expectToLast(page: Page, text: string, ms: number): Promise<void> {
  const place = toast(page, text).locator('..');
  await page.clock.runFor(ms - 300);
  await expect(place).toHaveAttribute('style', /opacity: 1/);
  await page.clock.runFor(400);
  await expect(place).toHaveAttribute('style', /opacity: 0/);
  await page.clock.runFor(1100);
  await expect(place).toHaveCount(0);
}

/** Pixels, where there is room beside a page's heading. */
const BELOW_HEADER = 64;
const MIDDLE_OF_CONTENT = 216 + 1064 / 2;

const complete = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Complete: ${title}` }).click();

test('toasts last as long as is specified for their kind, and stand at the top, at most twenty', async ({
  person,
  openAs,
}) => {
  await addRows(person, ['First', 'Third']);
  const page = await openAs(person, {}, '/404');
  await page.clock.install();
  await page.goto('/dashboard');
  await row(page, 'First').getByRole('button', { name: 'Delegate to AI' }).click();
  const form = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await form.getByRole('radio', { name: /^Answer/ }).check();
  await form.getByRole('button', { name: 'Delegate' }).click();
  await expect(toast(page, WORKING)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(toast(page, WORKING)).toHaveCount(1);
  await untilShown(page, 'AI has completed your task!');
  await expect(toast(page, WORKING)).toHaveCount(0);
  await expectToLast(page, 'AI has completed your task!', 5000);

  await page.getByLabel('Add a task').fill('Second');
  await page.keyboard.press('Enter');
  await untilShown(page, 'Task added');
  await expectToLast(page, 'Task added', 2000);

  await page.route('**/rest/v1/tasks?*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
      : route.fallback(),
  );
  await complete(page, 'Third');
  await untilShown(page, 'Failed to update task');
  await expectToLast(page, 'Failed to update task', 4000);

  for (let count = 1; count <= 22; count += 1) {
    await complete(page, 'Third');
    const shown = async () => {
      await page.clock.runFor(5);
      return toasts(page).count();
    };
    await expect.poll(shown, { intervals: [20] }).toBe(Math.min(count, 20));
  }
  // The last one may still be moving those before it.
  const top = async () => {
    await page.clock.runFor(5);
    return (await toasts(page).first().boundingBox())?.y;
  };
  await expect.poll(top, { intervals: [20] }).toBe(BELOW_HEADER);
  const boxes = await Promise.all([0, 1].map((at) => toasts(page).nth(at).boundingBox()));
  const [newest, next] = boxes;
  if (!newest || !next) throw new Error('two toasts are to be seen');
  expect(newest.y).toBe(BELOW_HEADER);
  expect(Math.round(newest.x + newest.width / 2)).toBe(MIDDLE_OF_CONTENT);
  expect(next.y - (newest.y + newest.height)).toBe(8);
});

test('what a toast offers is reached from an open dialog by the keyboard, which then goes on in the dialog', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  await row(page, 'Call the bank').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // Its words: the toast is beside them.
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 8, y: 8 } });
  await page.keyboard.press('p');
  const form = page.getByRole('dialog', { name: 'Add Project' });
  const name = form.getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('Flat move');
  for (const back of ['F6', 'Tab', 'Shift+Tab', 'Escape']) {
    await page.keyboard.press('F6');
    await expect(undo, `before ${back}`).toBeFocused();
    await page.keyboard.press(back);
    await expect(name, back).toBeFocused();
  }
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Flat move');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Call the bank')).toBeVisible();
});

test('a premium tier is named, and a project without a session is refused in the specified words @phone', async ({
  page,
  isMobile,
  person,
  site,
}) => {
  const raised = await runOperator(site.place, ['set-tier', person.id, 'premium', '--allowance', '50']);
  expect(raised.code, raised.err).toBe(0);
  const tier = page.getByText('Premium Plan', { exact: true }).filter({ visible: true });
  // On the phone the head has room for the credits alone, and says the plan to screen readers.
  if (isMobile) await expect(page.getByText(/^Premium Plan: \d+ credits left/)).toBeAttached();
  else await expect(tier).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText(/credits left, Premium Plan$/)).toBeVisible();

  await page.goto('/projects');
  await page.getByRole('button', { name: 'Add Project' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Flat move');
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await form.getByRole('button', { name: 'Add Project' }).click();
  await expect(toast(page, 'User not authenticated')).toBeInViewport({ ratio: 1 });
});
