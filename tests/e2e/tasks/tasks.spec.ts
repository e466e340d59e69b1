import type { Page } from '@playwright/test';
import { COUNT_RENDERS } from '#tests/fixtures/count-renders.ts';
import { findings } from '../world/axe-findings.ts';
import {
  addRows,
  DEVICES,
  expect,
  isTooWide,
  type Person,
  PHONE,
  press,
  row,
  test,
  titles,
} from '../world/site.ts';

// @size: each of these tests presses, fills and asks about the same few parts of one page.
const line = (page: Page) => page.getByLabel('Add a task');
const pressed = (page: Page, group: 'Category' | 'Timeframe', name: RegExp) =>
  page.getByRole('group', { name: group }).getByRole('button', { name });
const tab = pressed;
const edit = async (page: Page, title: string) => {
  await press(row(page, title).getByRole('button', { name: 'More' }));
  await press(page.getByRole('menuitem', { name: 'Edit Task' }));
  return page.getByRole('dialog', { name: 'Edit Task' });
};
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
const stored = async ({ client }: Person, title: string) =>
  (await client.from('tasks').select('title,category,priority,timeframe,project_id').eq('title', title)).data;

for (const [device, options] of DEVICES) {
  test.describe(device, () => {
    test.use(options);

    test('a task is written as it is said, and what was understood can be taken back', async ({
      page,
      person,
    }) => {
      await person.client.from('projects').insert({ name: 'Flat move', user_id: person.id });
      // It was made while the page was still connecting.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'A clean slate.' })).toBeVisible();
      await press(page.getByRole('button', { name: 'Show me an example' }));
      await expect(line(page)).toBeFocused();
      await expect(line(page)).toHaveValue('Call the bank tomorrow !urgent #work');

      const below = page.getByRole('group', { name: 'Category' });
      // The line itself grows where its text takes a second one.
      const gap = async () =>
        ((await below.boundingBox())?.y ?? 0) - ((await line(page).boundingBox())?.height ?? 0);
      const before = await gap();
      await line(page).fill('Ask about today +flat move by tomorrow !high #taxes');
      const understood = page.getByRole('list', { name: 'Detected' });
      await expect(understood.getByRole('button')).toHaveText([/Flat move/, /Tomorrow/, /High/]);
      // A row of chips would take more than 30 pixels.
      expect(Math.abs((await gap()) - before)).toBeLessThan(4);
      await press(understood.getByRole('button', { name: /Tomorrow/ }));
      await expect(line(page)).toBeFocused();
      await press(understood.getByRole('button', { name: /Today/ }));
      await expect(understood.getByRole('button')).toHaveText([/Flat move/, /High/]);
      expect(await findings(page)).toEqual([]);

      await page.keyboard.press('Enter');
      await expect(line(page)).toHaveValue('');
      await expect(page.getByText('Task added')).toBeVisible();
      await expect(row(page, 'Ask about today by tomorrow #taxes')).toContainText('Flat move');
      const [task] = (await stored(person, 'Ask about today by tomorrow #taxes')) ?? [];
      expect(task).toMatchObject({ category: 'personal', priority: 'high', timeframe: 'today' });
      expect(task?.project_id).not.toBeNull();
    });

    test('several pasted lines become several tasks, after a question', async ({ page, person }) => {
      await line(page).focus();
      await paste(page, '- Call the bank tomorrow\r\n- Buy boxes !urgent\n\n3. Ask Jonas #work\n* Pack');
      const question = page.getByRole('region', { name: 'Pasted lines' });
      await expect(question).toContainText('and 1 more');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(line(page)).toBeFocused();

      // The key of a dialog above it is the dialog's, and a reload takes nothing.
      await paste(page, 'Bread\nButter');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox')).toBeHidden();
      await expect(question).toBeVisible();
      await page.reload();
      await expect(question).toContainText('Bread');
      await press(question.getByRole('button', { name: 'Keep as one task' }));
      await expect(line(page)).toHaveValue('Bread Butter');
      await line(page).fill('');

      await paste(page, '- Call the bank tomorrow\r\n- Buy boxes !urgent\n\n3. Ask Jonas #work\n* Pack');
      await expect(question.getByRole('button', { name: 'Add 4 tasks' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('4 tasks added')).toBeVisible();
      await expect(titles(page, 'Pending')).toHaveText(['Buy boxes', 'Ask Jonas', 'Pack', 'Call the bank']);
      expect(await stored(person, 'Ask Jonas')).toMatchObject([{ category: 'work', timeframe: 'today' }]);
    });

    test('a task that is refused goes back to where it was typed', async ({ page }) => {
      await page.route('**/rest/v1/tasks*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
          : route.continue(),
      );
      await line(page).fill('Buy boxes tomorrow !high');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Failed to add task')).toBeVisible();
      await expect(row(page, 'Buy boxes')).toHaveCount(0);
      await expect(line(page)).toHaveValue('Buy boxes tomorrow !high');

      await press(page.getByRole('button', { name: 'Add Task' }).first());
      const form = page.getByRole('dialog', { name: 'Add Task' });
      await expect(form.getByRole('button', { name: 'Add Task' })).toBeDisabled();
      await form.getByLabel('Title').fill('   ');
      await expect(form.getByRole('button', { name: 'Add Task' })).toBeDisabled();
      await form.getByLabel('Title').fill('Measure the hall');
      // Its toast reads like the one before, which may still be there.
      const refused = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.url().includes('/rest/v1/tasks'),
      );
      await press(form.getByRole('button', { name: 'Add Task' }));
      expect((await refused).status()).toBe(400);
      await expect(page.getByText('Failed to add task').first()).toBeVisible();
      await expect(form.getByLabel('Title')).toHaveValue('Measure the hall');
      await page.unroute('**/rest/v1/tasks*');
      await press(form.getByRole('button', { name: 'Add Task' }));
      await expect(page.getByText('Task added')).toBeVisible();
      await expect(form).toBeHidden();
      await expect(row(page, 'Measure the hall')).toBeVisible();
    });

    test('titles of every kind are shown as they are, and nothing in them runs', async ({ page, person }) => {
      const hostile = [
        'x'.repeat(200),
        '👩‍👩‍👧‍👦'.repeat(60),
        '<img src=x onerror="document.title=1"><script>document.title=1</script>',
        'اتصل بالبنك غدا بخصوص العنوان الجديد (رقم 14)',
        'Z̷a̷l̷g̷o̷ \u202eevil\u202c ok',
      ];
      await person.client.from('projects').insert({ name: `<b>${'y'.repeat(190)}</b>`, user_id: person.id });
      const { data } = await person.client.from('projects').select('id').single();
      await addRows(person, hostile, { project_id: data?.id ?? null });
      await addRows(person, hostile.slice(0, 3), { is_completed: true });
      await expect(titles(page, 'Pending')).toHaveText(hostile);
      expect(await isTooWide(page)).toBe(false);
      await expect(page).toHaveTitle(/^Dashboard \| /);
      await expect(page.getByRole('main').locator('img, script, b')).toHaveCount(0);
      const form = await edit(page, 'اتصل');
      await expect(form.getByLabel('Title')).toHaveCSS('direction', 'rtl');
      await page.keyboard.press('Escape');
      await line(page).fill(`${'x'.repeat(200)} tomorrow`);
      expect(await isTooWide(page)).toBe(false);
    });

    test('the filters count, and an empty list says where to look', async ({ page, person }) => {
      await addRows(person, ['Numbers', 'Slides'], { category: 'work', timeframe: 'today' });
      await addRows(person, ['Van', 'Boxes', 'Keys'], { timeframe: 'tomorrow' });
      await expect(pressed(page, 'Category', /^All\s*5$/)).toHaveAttribute('aria-pressed', 'true');
      await press(tab(page, 'Category', /^Work\s*2$/));
      await expect(titles(page, 'Pending')).toHaveText(['Numbers', 'Slides']);
      await press(tab(page, 'Timeframe', /^Tomorrow\s*0$/));
      await expect(page.getByRole('heading', { name: 'No work tasks for tomorrow.' })).toBeVisible();
      await expect(page.getByText('5 other tasks are hidden by the filter.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Clear filters' }));
      await expect(titles(page, 'Pending')).toHaveCount(5);
      await addRows(person, ['Piano'], { timeframe: 'future' });
      await press(tab(page, 'Timeframe', /^Future\s*1$/));
      await expect(titles(page, 'Pending')).toHaveText(['Piano']);
      await person.client.from('tasks').delete().eq('title', 'Piano');
      await expect(titles(page, 'Pending')).toHaveCount(0);

      await press(tab(page, 'Timeframe', /^Today\s*2$/));
      for (const title of ['Numbers', 'Slides'])
        await press(page.getByRole('checkbox', { name: `Complete: ${title}` }));
      await expect(page.getByRole('heading', { name: 'Nothing left for today.' })).toBeVisible();
      await expect(page.getByText('You have 3 tasks for tomorrow.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Show tomorrow' }));
      await expect(titles(page, 'Pending')).toHaveText(['Van', 'Boxes', 'Keys']);
      await person.client.from('tasks').update({ is_completed: true }).eq('is_completed', false);
      await press(tab(page, 'Timeframe', /^All/));
      await expect(page.getByRole('heading', { name: 'Nothing left to do.' })).toBeVisible();
      await expect(titles(page, 'Completed')).toHaveCount(5);
    });
  });
}

test('completed tasks come five to a page, turned by keyboard; over 100 it is said what happens @phone', async ({
  page,
  person,
}) => {
  const done = Array.from({ length: 101 }, (_, index) => `Done ${index + 1}`);
  await addRows(person, done.slice(0, 12), { is_completed: true });
  const pages = page.getByRole('navigation', { name: 'Pages of completed tasks' });
  await page.reload();
  await expect(pages.getByRole('status')).toHaveText('1 to 5 of 12');
  await pages.getByRole('button', { name: 'Older' }).focus();
  await page.keyboard.press('Enter');
  await expect(pages.getByRole('status')).toHaveText('6 to 10 of 12');
  await page.keyboard.press('Enter');
  await expect(pages.getByRole('status')).toHaveText('11 to 12 of 12');
  await expect(titles(page, 'Completed')).toHaveCount(2);
  // At the end the keyboard goes on with the other button.
  await expect(pages.getByRole('button', { name: 'Newer' })).toBeFocused();

  // The last page goes with its last tasks.
  for (const title of await titles(page, 'Completed').allTextContents()) {
    const whole = new RegExp(`^${title}$`);
    await row(page, whole).getByRole('button', { name: 'Mark as incomplete' }).click();
    await expect(titles(page, 'Completed').filter({ hasText: whole })).toHaveCount(0);
  }
  await expect(page.getByText('Task marked as incomplete')).toBeVisible();
  await expect(pages.getByRole('status')).toHaveText('6 to 10 of 10');

  const note = page.getByText('101 completed tasks. The oldest tasks will be automatically removed.');
  await expect(note).toBeHidden();
  await addRows(person, done.slice(10), { is_completed: true });
  await page.reload();
  await expect(note).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  await tab(page, 'Category', /^Work/).click();
  await expect(titles(page, 'Completed')).toHaveCount(0);
});

test('completing and deleting can be taken back @phone', async ({ page, person }) => {
  await addRows(person, ['Send the numbers', 'Call the bank', 'Buy boxes']);
  await page.getByRole('checkbox', { name: 'Complete: Send the numbers' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Task completed')).toBeVisible();
  await expect(titles(page, 'Completed')).toHaveText(['Send the numbers']);
  await expect(page.getByRole('checkbox', { name: 'Complete: Call the bank' })).toBeFocused();
  // The newest toast lies on top; the one before it may still be on its way out.
  const undo = page.getByRole('button', { name: 'Undo' }).first();
  await undo.click();
  await expect(page.getByText('Task marked as incomplete')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers', 'Call the bank', 'Buy boxes']);
  await expect(titles(page, 'Completed')).toHaveCount(0);

  // Ticked in a row, they are taken back together.
  let answer = () => {};
  const ticked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rest/v1/tasks*', async (route) => {
    if (route.request().method() === 'PATCH') await ticked;
    await route.continue();
  });
  await page.getByRole('checkbox', { name: 'Complete: Send the numbers' }).click();
  await page.getByRole('checkbox', { name: 'Complete: Call the bank' }).click();
  answer();
  await expect(page.getByText('2 tasks completed')).toBeVisible();
  await page.unroute('**/rest/v1/tasks*');
  await undo.click();
  await expect(page.getByText('2 tasks updated')).toBeVisible();
  await expect(titles(page, 'Completed')).toHaveCount(0);

  await row(page, 'Call the bank').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Task deleted')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers', 'Buy boxes']);
  await undo.click();
  await expect(page.getByText('Task restored')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers', 'Call the bank', 'Buy boxes']);

  await page.route('**/rest/v1/tasks*', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } }),
  );
  await row(page, 'Buy boxes').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete task')).toBeVisible();
  await expect(row(page, 'Buy boxes')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Complete: Buy boxes' }).click();
  await expect(page.getByText('Failed to update task')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Complete: Buy boxes' })).not.toBeChecked();
});

test('what was just done is taken back by its key', async ({ page, person }) => {
  await addRows(person, ['Send the numbers', 'Call the bank', 'Buy boxes']);
  await expect(titles(page, 'Pending')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('Task completed')).toBeVisible();
  await expect(row(page, 'Call the bank')).toBeFocused();
  await page.keyboard.press('z');
  await expect(titles(page, 'Pending')).toHaveCount(3);
  await expect(row(page, 'Call the bank')).toBeFocused();

  // Of two toasts the one that spoke last counts; a field takes back its own words.
  await page.keyboard.press('Delete');
  await expect(page.getByText('Task deleted')).toBeVisible();
  await row(page, 'Buy boxes').focus();
  await page.keyboard.press('x');
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers']);
  await line(page).focus();
  await page.keyboard.type('Pack');
  await page.keyboard.press('Control+z');
  await expect(line(page)).not.toHaveValue('Pack');
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers']);
  await line(page).blur();
  await page.keyboard.press('Control+z');
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers', 'Buy boxes']);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Task restored')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Send the numbers', 'Call the bank', 'Buy boxes']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('UndoZorCtrlZ');
});

test('a task is edited in its form, which keeps the text until the server has agreed @phone', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  const form = await edit(page, 'Call the bank');
  const save = form.getByRole('button', { name: 'Save Changes' });
  await form.getByLabel('Title').fill(' ');
  await expect(save).toBeDisabled();
  await form.getByLabel('Title').fill('Write to the bank');
  await form.getByRole('radio', { name: 'Work' }).check();
  await form.getByRole('radio', { name: 'Nice to' }).check();
  await form.getByRole('radio', { name: 'Next Weekend' }).check();

  let answer = () => {};
  await page.route('**/rest/v1/tasks*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await save.click();
  await expect(form.getByRole('button', { name: 'Saving…' })).toBeVisible();
  answer();
  await expect(page.getByText('Task updated')).toBeVisible();
  await expect(form).toBeHidden();
  expect(await stored(person, 'Write to the bank')).toMatchObject([
    { category: 'work', priority: 'nice_to', timeframe: 'next_weekend' },
  ]);
  await expect(row(page, 'Write to the bank')).toContainText('Work');

  await page.unroute('**/rest/v1/tasks*');
  await page.route('**/rest/v1/tasks*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } })
      : route.continue(),
  );
  await edit(page, 'Write to the bank');
  await form.getByLabel('Title').fill('Phone the bank');
  await save.click();
  await expect(page.getByText('Failed to update task')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Phone the bank');
  // Reading a page anew in the middle of a sentence does not take the sentence.
  await page.reload();
  await expect(form.getByLabel('Title')).toHaveValue('Phone the bank');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('what was changed elsewhere is shown before it is replaced', async ({ page, person }) => {
  await addRows(person, ['Call the bank', 'Buy boxes']);
  const form = await edit(page, 'Call the bank');
  await form.getByLabel('Title').fill('Call the bank at nine');
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  const formInTab = await edit(tab, 'Call the bank');
  await formInTab.getByLabel('Title').fill('Call the savings bank');
  await formInTab.getByRole('radio', { name: 'Low' }).check();
  await formInTab.getByRole('button', { name: 'Save Changes' }).click();
  await expect(formInTab).toBeHidden();
  await tab.close();
  const notice = form.getByRole('alert');
  await expect(notice).toContainText('This task was changed elsewhere.');
  await expect(notice).toContainText('Call the savings bank');
  await expect(notice).toContainText('Low');
  await notice.getByRole('button', { name: 'Use that version' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Call the savings bank');
  await expect(form.getByRole('radio', { name: 'Low' })).toBeChecked();
  await expect(notice).toBeHidden();
  await form.getByLabel('Title').fill('Call the savings bank at nine');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task updated')).toBeVisible();
  expect(await stored(person, 'Call the savings bank at nine')).toHaveLength(1);

  await edit(page, 'Buy boxes');
  await form.getByLabel('Title').fill('Buy twenty boxes');
  await person.client.from('tasks').delete().eq('title', 'Buy boxes');
  await expect(page.locator('.row-text')).toHaveCount(1);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('It was deleted elsewhere.');
  // A screen reader hears the toast too, although it stands outside the form.
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Failed to update task')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Buy twenty boxes');
  await form.getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(toasts.getByText('Task restored')).toBeVisible();
  await expect(form.getByRole('alert')).toBeHidden();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  expect(await stored(person, 'Buy twenty boxes')).toHaveLength(1);
});

test('where news do not arrive, the question comes with the save', async ({ person, openAs }) => {
  await addRows(person, ['Call the bank']);
  const page = await openAs(person, {}, '/404');
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto('/dashboard');
  const form = await edit(page, 'Call the bank');
  await form.getByLabel('Title').fill('Call the bank at nine');
  // Done elsewhere, and delegated: neither is an edit.
  await person.client.from('tasks').update({ is_completed: true }).eq('title', 'Call the bank');
  await person.client.from('tasks').update({ title: 'Call the savings bank' }).eq('title', 'Call the bank');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('Call the savings bank');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  expect(await stored(person, 'Call the bank at nine')).toHaveLength(1);
});

test('a session that ends in the middle of a sentence does not take it', async ({ page, person }) => {
  await addRows(person, ['Call the bank']);
  await line(page).fill('Buy boxes tomorrow');
  const form = await edit(page, 'Call the bank');
  await form.getByLabel('Title').fill('Call the bank about the new address');
  await person.client.auth.signOut({ scope: 'global' });
  // Told by the live connection, the page leaves by itself.
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You’ve been signed out. Log in to continue.')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('a kettle of violets');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  // The form is open again with what was typed, and the line has its text.
  await expect(form.getByLabel('Title')).toHaveValue('Call the bank about the new address');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task updated')).toBeVisible();
  await expect(row(page, 'Call the bank about the new address')).toBeVisible();
  await expect(line(page)).toHaveValue('Buy boxes tomorrow');
  await expect(form).toBeHidden();
});

test('a form keeps what is written when it is left, and an empty one does not follow onto other pages', async ({
  page,
  person,
}) => {
  await addRows(person, ['Call the bank']);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await dialog.getByLabel('Title').fill('Buy boxes');
  await page.mouse.click(8, 8);
  await expect(dialog.getByLabel('Title')).toHaveValue('Buy boxes');
  const isBack = dialog.getByText('We restored your draft.');
  await expect(isBack).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await edit(page, 'Call the bank');
  await expect(dialog.getByLabel('Title')).toHaveValue('Call the bank');
  await expect(isBack).toBeHidden();
  await dialog.getByLabel('Title').fill('Call the bank at nine');
  await page.keyboard.press('Escape');
  await edit(page, 'Call the bank');
  await expect(dialog.getByLabel('Title')).toHaveValue('Call the bank at nine');
  await expect(isBack).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(isBack).toBeHidden();
  await expect(dialog.getByLabel('Title')).toHaveValue('Call the bank');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Buy boxes');
  await expect(isBack).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByLabel('Title').fill('Buy string');
  await expect(isBack).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('what one device does, the other shows', async ({ page, person, openAs }) => {
  const other = await openAs(person, PHONE);
  await line(page).fill('Call the bank');
  await page.keyboard.press('Enter');
  await expect(row(other, 'Call the bank')).toBeVisible();
  await row(other, 'Call the bank').getByRole('checkbox').click();
  await expect(titles(page, 'Completed')).toHaveText(['Call the bank']);
  await row(page, 'Call the bank').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(titles(other, 'Completed')).toHaveCount(0);
});

test('several tasks are chosen, moved, completed, deleted and brought back at once', async ({
  page,
  person,
}) => {
  await person.client.from('projects').insert({ name: 'Flat move', user_id: person.id });
  await addRows(person, ['One', 'Two', 'Three', 'Four', 'Five']);
  await row(page, 'One').click({ modifiers: ['Control'] });
  await row(page, 'Three').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  // Without a mouse: by the row's menu.
  for (const title of ['One', 'Four']) {
    await row(page, title).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Select' }).click();
  }
  expect(await findings(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(page.getByText('2 tasks updated')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveText(['Two', 'Three', 'Five', 'One', 'Four']);

  await row(page, 'Two').click({ modifiers: ['Control'] });
  await row(page, 'Five').click({ modifiers: ['Control'] });
  await bar.getByRole('button', { name: 'Project' }).click();
  await page.getByRole('menuitem', { name: 'Flat move' }).click();
  await expect(row(page, 'Five')).toContainText('Flat move');

  await row(page, 'Two').click({ modifiers: ['Control'] });
  await row(page, 'Five').click({ modifiers: ['Control'] });
  await bar.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('2 tasks completed')).toBeVisible();
  await expect(titles(page, 'Completed')).toHaveCount(2);
  // The newest toast lies on top.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(titles(page, 'Pending')).toHaveCount(5);

  await row(page, 'One').click({ modifiers: ['Control'] });
  await row(page, 'Four').click({ modifiers: ['Control'] });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 tasks deleted')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('2 tasks restored')).toBeVisible();
  await expect(titles(page, 'Pending')).toHaveCount(5);
});

test('ticking one of many draws one row again, and so does the answer of the server', async ({
  person,
  openAs,
}) => {
  const page = await openAs(person, {}, '/404');
  await openCounted(person, page);
  const ticked = page.getByRole('checkbox', { name: 'Complete: Task 3', exact: true });
  await ticked.click();
  await expect(page.getByText('Task completed')).toBeVisible();
  expect((await rowsDrawnAgain(page)).size).toBe(1);
});

test('a new task stands in its list before the key that added it is painted, and no other is drawn again', async ({
  person,
  openAs,
}) => {
  const page = await openAs(person, {}, '/404');
  await openCounted(person, page);
  // Hears the key after the app, in the same task of the browser.
  await page.evaluate(`addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') window.firstAtEnter = document.querySelector('.row-text').textContent;
  })`);
  await line(page).fill('Water the plants');
  await page.evaluate('window.renders.length = 0');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('window.firstAtEnter')).toBe('Water the plants');
  await expect(page.getByText('Task added')).toBeVisible();
  // The new one itself, once the server has answered.
  expect((await rowsDrawnAgain(page)).size).toBe(1);
});

test('moving one of many draws one row again, and so does the answer of the server', async ({
  person,
  openAs,
}) => {
  const page = await openAs(person, {}, '/404');
  await openCounted(person, page);
  await row(page, /^Task 3$/).focus();
  await page.evaluate('window.renders.length = 0');
  const stored = page.waitForResponse(/place_tasks/);
  await page.keyboard.press('Alt+ArrowDown');
  await stored;
  await expect(page.getByText('Moved to 4 of 120 in Today')).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(titles(page, 'Pending').nth(3)).toHaveText('Task 3');
  expect((await rowsDrawnAgain(page)).size).toBe(1);
});

/** Opens the dashboard of somebody with 120 tasks, and counts from then on which rows are drawn again. */
async function openCounted(person: Person, page: Page): Promise<void> {
  await addRows(
    person,
    Array.from({ length: 120 }, (_, index) => `Task ${index + 1}`),
  );
  await page.addInitScript(COUNT_RENDERS);
  await page.goto('/dashboard');
  await expect(tab(page, 'Category', /^All\s*120$/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate('window.renders.length = 0');
}

async function rowsDrawnAgain(page: Page): Promise<Set<string>> {
  return new Set(await page.evaluate<string[]>('window.renders.flatMap(({ rows }) => rows)'));
}
