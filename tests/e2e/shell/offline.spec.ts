import { ask, failUntilAsked } from '../world/asked.ts';
import { addRows, DEVICES, expect, press, row, test, titles } from '../world/site.ts';

/** Reading and writing tasks. */
const TASKS = /\/rest\/v1\/(tasks|rpc\/pending_in_order)/;

for (const [device, options] of DEVICES) {
  test.describe(device, () => {
    test.use(options);

    test('without a network everything is kept, shown as unsent, and sent later in its order', async ({
      page,
      person,
    }) => {
      await addRows(person, ['Call the bank', 'Buy boxes']);
      await expect(titles(page, 'Pending')).toHaveCount(2);
      await page.context().setOffline(true);
      await page.getByLabel('Add a task').fill('Ask Jonas tomorrow');
      await page.keyboard.press('Enter');
      if (device === 'desktop') {
        // The count beside the page's name is that of the list.
        const main = page.getByRole('navigation', { name: 'Main' });
        await expect(main.getByRole('link', { name: 'Dashboard' })).toContainText('3');
      }
      await press(page.getByRole('checkbox', { name: 'Complete: Buy boxes' }));
      await expect(row(page, 'Ask Jonas')).toContainText('Waiting to send');
      await expect(
        page.getByText('You’re offline. 2 changes are saved here and will be sent later.'),
      ).toBeVisible();
      // Nobody has confirmed anything, so nobody says so.
      await expect(page.getByText('Task added')).toBeHidden();
      expect((await person.client.from('tasks').select('id')).data).toHaveLength(2);

      await page.context().setOffline(false);
      await expect(page.getByText('Task added')).toBeVisible();
      await expect(page.getByText('Task completed')).toBeVisible();
      await expect(page.getByText('You’re offline.')).toBeHidden();
      await expect(row(page, 'Ask Jonas')).not.toContainText('Waiting to send');
      const { data } = await person.client.from('tasks').select('title,is_completed').order('title');
      expect(data).toEqual([
        { title: 'Ask Jonas', is_completed: false },
        { title: 'Buy boxes', is_completed: true },
        { title: 'Call the bank', is_completed: false },
      ]);
    });
  });
}

test('an edit that waited replaces one made elsewhere visibly, and it can be put back', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  await expect(titles(page, 'Pending')).toHaveCount(1);
  await row(page, 'Call the bank').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit Task' }).click();
  await page.getByLabel('Title').fill('Call the bank at nine');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row(page, 'Call the bank at nine')).toContainText('Waiting to send');
  await person.client.from('tasks').update({ title: 'Call the savings bank' }).eq('title', 'Call the bank');
  await page.context().setOffline(false);
  await expect(page.getByText('It replaced a change made elsewhere: “Call the savings bank”')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Call the bank at nine']);
  await page.getByRole('button', { name: 'Restore it' }).click();
  await expect(titles(page, 'Pending')).toHaveText(['Call the savings bank']);
});

test('a server that answers with errors: what is shown, what is kept, and the way to try again @phone', async ({
  page,
  person,
  openAs,
}) => {
  await addRows(person, ['Call the bank']);
  await expect(titles(page, 'Pending')).toHaveCount(1);
  await page.route(TASKS, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
  );
  await page.getByLabel('Add a task').fill('Buy boxes');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Buy boxes')).toContainText('Waiting to send');
  await expect(
    page.getByText('Couldn’t reach the server. 1 change is saved here and will be sent later.'),
  ).toBeVisible();
  await page.unroute(TASKS);
  await expect(page.getByText('Task added')).toBeVisible();

  const other = await openAs(person, {}, '/404');
  await failUntilAsked(other, TASKS, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
  );
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Failed to load tasks' })).toBeVisible();
  await other.getByLabel('Add a task').fill('Half a sen');
  await ask(other.getByRole('button', { name: 'Try again' }));
  await expect(titles(other, 'Pending')).toHaveText(['Buy boxes', 'Call the bank']);
  await expect(other.getByLabel('Add a task')).toHaveValue('Half a sen');
  await other.unrouteAll({ behavior: 'wait' });

  // A copy from earlier is better than nothing, and says what it is.
  await other.waitForTimeout(1500);
  await other.route(TASKS, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }),
  );
  await other.reload();
  await expect(titles(other, 'Pending')).toHaveText(['Buy boxes', 'Call the bank']);
  await expect(other.getByText('Failed to load tasks. Showing the copy on this device.')).toBeVisible();
});

test('while the server is away, what cannot be read says why and is read when asked', async ({
  person,
  openAs,
}) => {
  const done = Array.from({ length: 7 }, (_, index) => `Box ${index}`);
  await addRows(person, done, { is_completed: true });
  const page = await openAs(person);
  const pages = page.getByRole('navigation', { name: 'Pages of completed tasks' });
  await expect(pages.getByRole('status')).toHaveText('1 to 5 of 7');
  await expect(page.getByLabel('Add a task')).toBeVisible();
  await failUntilAsked(page, /\/rest\/v1\/|\/health$/, (route) => route.abort());
  await page.getByLabel('Add a task').fill('Buy boxes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Couldn’t reach the server. 1 change is saved here')).toBeVisible();
  // The figures stay with the rows.
  await pages.getByRole('button', { name: 'Older' }).click();
  const why = page.getByRole('status').filter({ hasText: 'Couldn’t reach the server. This loads' });
  await expect(why).toBeVisible();
  await expect(pages.getByRole('status')).toHaveText('1 to 5 of 7');
  await expect(titles(page, 'Completed')).toHaveCount(5);

  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await expect(why).toBeVisible();
  await ask(page.getByRole('button', { name: 'Try again' }));
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a slow server is waited for quietly, and after four seconds it is said for what', async ({
  person,
  openAs,
}) => {
  await addRows(person, ['Call the bank']);
  const page = await openAs(person, {}, '/404');
  await page.route(TASKS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading your tasks…')).toBeVisible({ timeout: 10_000 });
  await expect(titles(page, 'Pending')).toHaveText(['Call the bank'], { timeout: 10_000 });
});

test('a device store that never answers is not waited for: the lists come from the server', async ({
  person,
  openAs,
}) => {
  await addRows(person, ['Call the bank']);
  const page = await openAs(person, {}, '/404');
  await page.addInitScript('indexedDB.open = () => new EventTarget();');
  await page.goto('/dashboard');
  await expect(titles(page, 'Pending')).toHaveText(['Call the bank'], { timeout: 10_000 });
  await page.getByLabel('Add a task').fill('Buy boxes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task added')).toBeVisible();
  await page.reload();
  await expect(titles(page, 'Pending')).toHaveText(['Buy boxes', 'Call the bank']);
});

test.describe('a browser that forbids storage and live updates', () => {
  test('works from sign-in to answer: what is live is asked for', async ({
    page: known,
    person,
    openAs,
    site,
  }) => {
    await expect(known.getByRole('heading', { level: 1 })).toBeVisible();
    const page = await openAs(person, {}, '/404');
    await page.addInitScript(`{
      const forbidden = { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, forbidden);
    }`);
    await page.routeWebSocket(/realtime/, (socket) => void socket.close());
    await page.goto(`${site.url}/login`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('a kettle of violets');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.getByLabel('Add a task').fill('Compare insurance !high');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Task added')).toBeVisible();
    await row(page, 'Compare insurance').getByRole('button', { name: 'Delegate to AI' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Answer/ }).check();
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
    await expect(page.getByText('AI is working on your task...', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Complete: Compare insurance' }).click();
    await expect(titles(page, 'Completed')).toHaveText(['Compare insurance']);
    // What another device does comes too, if later.
    await known.getByLabel('Add a task').fill('From the other device');
    await known.keyboard.press('Enter');
    await expect(row(page, 'From the other device')).toBeVisible();
  });
});
