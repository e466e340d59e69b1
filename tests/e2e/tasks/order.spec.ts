import type { Locator, Page } from '@playwright/test';
import { addRows, expect, PHONE, row, test } from '../world/site.ts';

/** Headings of the groups with the titles below each. */
const groups = (page: Page) =>
  page.getByRole('region', { name: 'Pending' }).locator('.group-head h3, .row-text').allTextContents();

type Part = 'upper' | 'lower';

async function pointOn(target: Locator, part: Part): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to point at');
  return {
    x: box.x + Math.min(box.width / 2, 120),
    y: box.y + box.height * (part === 'upper' ? 0.25 : 0.75),
  };
}

/** Up to the drop. */
async function carry(page: Page, title: string, to: Locator, part: Part): Promise<void> {
  const from = await pointOn(row(page, title).locator('.row-text'), 'lower');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 8);
  const { x, y } = await pointOn(to, part);
  await page.mouse.move(x, y, { steps: 4 });
  await expect(page.locator('[data-drop]')).toHaveCount(1);
}

async function drag(page: Page, title: string, to: Locator, part: Part): Promise<void> {
  await carry(page, title, to, part);
  await page.mouse.up();
  await expect(page.locator('[data-drop], [data-dragged], .drag-preview')).toHaveCount(0);
}

test('the list is by priority until a task is dragged: within a group, into another, into a project', async ({
  page,
  person,
  openAs,
}) => {
  const { data: project } = await person.client
    .from('projects')
    .insert({ name: 'Flat move', user_id: person.id })
    .select('id')
    .single();
  await addRows(person, ['Buy boxes', 'Ask Jonas', 'Pack']);
  await addRows(person, ['Call the bank'], { priority: 'urgent' });
  await addRows(person, ['Learn to sail'], { timeframe: 'future' });
  const other = await openAs(person);
  for (const shown of [page, other])
    await expect
      .poll(() => groups(shown))
      .toEqual(['Today', 'Call the bank', 'Buy boxes', 'Ask Jonas', 'Pack', 'Future', 'Learn to sail']);

  await drag(page, 'Pack', row(page, 'Call the bank'), 'upper');
  await drag(page, 'Learn to sail', row(page, 'Buy boxes'), 'lower');
  const ordered = ['Today', 'Pack', 'Call the bank', 'Buy boxes', 'Learn to sail', 'Ask Jonas'];
  for (const shown of [page, other]) await expect.poll(() => groups(shown)).toEqual(ordered);
  const { data } = await person.client.from('tasks').select('timeframe').eq('title', 'Learn to sail');
  expect(data).toEqual([{ timeframe: 'today' }]);

  const tab = page.getByRole('group', { name: 'Timeframe' }).getByRole('button', { name: /^Tomorrow/ });
  await drag(page, 'Ask Jonas', tab, 'upper');
  await expect.poll(async () => (await groups(other)).slice(-2)).toEqual(['Tomorrow', 'Ask Jonas']);
  await drag(
    page,
    'Buy boxes',
    page.getByRole('navigation').getByRole('link', { name: 'Flat move' }),
    'upper',
  );
  await expect(row(other, 'Buy boxes')).toContainText('Flat move');
  const { data: moved } = await person.client
    .from('tasks')
    .select('title')
    .eq('project_id', project?.id ?? '');
  expect(moved).toEqual([{ title: 'Buy boxes' }]);
});

test('a task is moved by keyboard, keeps the focus, and its new place is said', async ({ page, person }) => {
  await addRows(person, ['Buy boxes', 'Ask Jonas']);
  await addRows(person, ['Pack'], { timeframe: 'tomorrow' });
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Ask Jonas', 'Tomorrow', 'Pack']);
  await page.keyboard.press('j');
  await expect(row(page, 'Buy boxes')).toBeFocused();
  for (const said of ['Moved to 2 of 2 in Today', 'Moved to 1 of 2 in Tomorrow']) {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText(said)).toBeAttached();
    await expect(row(page, 'Buy boxes')).toBeFocused();
  }
  await expect.poll(() => groups(page)).toEqual(['Today', 'Ask Jonas', 'Tomorrow', 'Buy boxes', 'Pack']);
  // The page is ahead of the server: reloaded at once, it would take back what is on its way.
  const stored = () => person.client.from('tasks').select('title').eq('timeframe', 'tomorrow').order('title');
  await expect.poll(async () => (await stored()).data).toEqual([{ title: 'Buy boxes' }, { title: 'Pack' }]);
  await page.reload();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Ask Jonas', 'Tomorrow', 'Buy boxes', 'Pack']);
});

test('several chosen tasks are dragged together in one request, and Undo puts all back', async ({
  page,
  person,
}) => {
  await addRows(person, ['Buy boxes', 'Ask Jonas', 'Pack', 'Call the bank']);
  await addRows(person, ['Learn to sail', 'Read'], { timeframe: 'future' });
  const before = [
    'Today',
    'Buy boxes',
    'Ask Jonas',
    'Pack',
    'Call the bank',
    'Future',
    'Learn to sail',
    'Read',
  ];
  await expect.poll(() => groups(page)).toEqual(before);
  await row(page, 'Ask Jonas').click({ modifiers: ['Control'] });
  await row(page, 'Call the bank').click({ modifiers: ['Shift'] });
  await row(page, 'Pack').click({ modifiers: ['Control'] });
  await row(page, 'Read').click({ modifiers: ['Control'] });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The live channel may have been joined just now: catching up writes nothing.
    if (request.method() !== 'GET' && /^\/rest\/v1\/(?!rpc\/missed_changes)/.test(pathname))
      requests.push(pathname);
  });
  await carry(page, 'Call the bank', row(page, 'Learn to sail'), 'lower');
  await expect(page.locator('.drag-preview')).toHaveText('Call the bank3');
  await page.mouse.up();
  // As long as a mouse rests on it, it stays.
  await page.locator('.toast').filter({ hasText: '3 tasks moved' }).hover();
  await expect(page.getByText('3 tasks moved to Future')).toBeAttached();
  const after = [
    'Today',
    'Buy boxes',
    'Pack',
    'Future',
    'Learn to sail',
    'Ask Jonas',
    'Call the bank',
    'Read',
  ];
  expect(await groups(page)).toEqual(after);
  expect(requests).toEqual(['/rest/v1/rpc/place_tasks']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => groups(page)).toEqual(before);
  const stored = await person.client.from('tasks').select('title').not('rank', 'is', null);
  expect(stored.data).toEqual([]);
});

test('a drop on the row itself, Escape, and a press on a title leave the order alone', async ({
  page,
  person,
}) => {
  await addRows(person, ['Buy boxes', 'Ask Jonas', 'Pack']);
  const before = ['Today', 'Buy boxes', 'Ask Jonas', 'Pack'];
  await expect.poll(() => groups(page)).toEqual(before);
  for (const part of ['upper', 'lower'] as const)
    await drag(page, 'Ask Jonas', row(page, 'Ask Jonas').locator('.row-title'), part);
  expect(await page.evaluate('String(getSelection())')).toBe('');
  await row(page, 'Buy boxes').click({ modifiers: ['Control'] });
  await carry(page, 'Pack', row(page, 'Buy boxes'), 'upper');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-drop], [data-dragged], .drag-preview')).toHaveCount(0);
  await page.mouse.up();
  // Only the drag was given up, and neither of them opened a task.
  await expect(page.getByRole('region', { name: 'Selected tasks' })).toBeVisible();
  expect(await groups(page)).toEqual(before);
  expect(page.url()).not.toContain('task=');
  await row(page, 'Pack').locator('.row-text').click();
  await expect(page.getByLabel('Title')).toHaveValue('Pack');
});

test('a press is not lost before the code that drags is there', async ({ person, openAs }) => {
  const page = await openAs(person, {}, '/404');
  await addRows(person, ['Buy boxes', 'Ask Jonas', 'Pack']);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/start-ordering-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Ask Jonas', 'Pack']);
  const { x, y } = await pointOn(row(page, 'Pack').locator('.row-text'), 'lower');
  await page.mouse.move(x, y);
  await page.mouse.down();
  arrive();
  const to = await pointOn(row(page, 'Buy boxes'), 'upper');
  await expect(async () => {
    await page.mouse.move(to.x, to.y - 1);
    await page.mouse.move(to.x, to.y);
    await expect(page.locator('[data-drop]')).toHaveCount(1, { timeout: 200 });
  }).toPass();
  await page.mouse.up();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Pack', 'Buy boxes', 'Ask Jonas']);
  expect(page.url()).not.toContain('task=');
});

test('two devices that order at the same time end with the same order', async ({ page, person, openAs }) => {
  await addRows(person, ['One', 'Two', 'Three', 'Four', 'Five']);
  const other = await openAs(person);
  const before = ['Today', 'One', 'Two', 'Three', 'Four', 'Five'];
  for (const shown of [page, other]) await expect.poll(() => groups(shown)).toEqual(before);
  const agree = async (wanted?: readonly string[]) => {
    await expect
      .poll(async () => {
        const [here, there] = [await groups(page), await groups(other)];
        return here.join() === there.join() ? here : null;
      })
      .toEqual(wanted ?? expect.any(Array));
    const order = await groups(page);
    await other.reload();
    await expect.poll(() => groups(other)).toEqual(order);
    return order;
  };
  // Different tasks into the same gap, at the same place: each device knows nothing of the other yet.
  await carry(page, 'Four', row(page, 'Two'), 'upper');
  await carry(other, 'Five', row(other, 'Two'), 'upper');
  await Promise.all([page.mouse.up(), other.mouse.up()]);
  const order = await agree();
  expect(order.filter((title) => title !== 'Four' && title !== 'Five')).toEqual([
    'Today',
    'One',
    'Two',
    'Three',
  ]);
  expect(order.slice(2, 4).toSorted()).toEqual(['Five', 'Four']);
  const ranks = await person.client.from('tasks').select('rank').not('rank', 'is', null);
  expect(new Set(ranks.data?.map(({ rank }) => String(rank))).size).toBe(1);
  // Between the two that are at the same place there is room, too.
  await drag(page, 'One', row(page, order[3] ?? ''), 'upper');
  await agree(['Today', order[2] ?? '', 'One', order[3] ?? '', 'Two', 'Three']);

  // The same task to two places: the later drop wins everywhere.
  await carry(page, 'Three', row(page, order[2] ?? ''), 'upper');
  await carry(other, 'Three', row(other, 'One'), 'upper');
  await Promise.all([page.mouse.up(), other.mouse.up()]);
  await agree();
});

test('a menu moves a task for keyboards and screen readers, and says where it is', async ({
  page,
  person,
}) => {
  await addRows(person, ['Buy boxes', 'Ask Jonas', 'Pack']);
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Ask Jonas', 'Pack']);
  const move = async (to: string) => {
    await row(page, 'Ask Jonas').getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Up' })).toBeFocused();
    await page.getByRole('menuitem', { name: to, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await move('Up');
  await expect(page.getByText('Moved to 1 of 3 in Today')).toBeAttached();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Ask Jonas', 'Buy boxes', 'Pack']);
  await move('To the bottom');
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Pack', 'Ask Jonas']);
  await move('Tomorrow');
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Pack', 'Tomorrow', 'Ask Jonas']);
  await expect(row(page, 'Ask Jonas')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Buy boxes', 'Pack', 'Ask Jonas']);
});

test.describe('by finger', () => {
  test.use(PHONE);

  test('a resting finger lifts a row, a moving one scrolls, a tap opens', async ({ page, person }) => {
    const names = Array.from({ length: 30 }, (_, index) => `Task ${index + 1}`);
    const loaded = page.waitForResponse(/start-ordering-/);
    await addRows(person, names);
    await expect(row(page, /^Task 1$/)).toBeVisible();
    await loaded;
    const touch = await fingerOn(page);
    const scrolled = () => page.evaluate<number>('scrollY');
    const from = await pointOn(row(page, /^Task 4$/).locator('.row-text'), 'upper');
    const rests = page.evaluate(
      'new Promise((done) => addEventListener("scrollend", () => done(), { once: true }))',
    );
    await touch.down(from);
    for (const step of [1, 2, 3, 4, 5]) await touch.move({ x: from.x, y: from.y - step * 30 });
    await touch.up();
    await expect.poll(scrolled).toBeGreaterThan(50);
    // A finger that stops a list that is still rolling can only scroll it.
    await rests;
    await expect(page.locator('.drag-preview')).toHaveCount(0);
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');

    const start = await pointOn(row(page, /^Task 4$/).locator('.row-text'), 'upper');
    await touch.down(start);
    await expect(page.locator('.drag-preview')).toHaveText('Task 4');
    const to = await pointOn(row(page, /^Task 1$/), 'upper');
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch.move({ x: start.x, y: start.y + (to.y - start.y) * share });
    await expect(page.locator('[data-drop]')).toHaveCount(1);
    await touch.up();
    await expect
      .poll(async () => (await groups(page)).slice(0, 4))
      .toEqual(['Today', 'Task 4', 'Task 1', 'Task 2']);
    expect(await page.evaluate('String(getSelection())')).toBe('');
    expect(page.url()).not.toContain('task=');

    // At the edge the list scrolls by itself, as long as the finger stays.
    const again = await pointOn(row(page, /^Task 4$/).locator('.row-text'), 'upper');
    await touch.down(again);
    await expect(page.locator('.drag-preview')).toBeVisible();
    for (const y of [500, 700, 830]) await touch.move({ x: again.x, y });
    await expect(row(page, /^Task 30$/)).toBeInViewport();
    // Away from the edge it stops.
    await touch.move({ x: again.x, y: 420 });
    const last = await pointOn(row(page, /^Task 25$/), 'lower');
    await touch.move({ x: again.x, y: last.y });
    await touch.up();
    await expect
      .poll(async () => (await groups(page)).slice(24, 27))
      .toEqual(['Task 25', 'Task 4', 'Task 26']);

    // For a moment after a drop, a tap belongs to the drop.
    await expect(async () => {
      await row(page, /^Task 26$/)
        .locator('.row-text')
        .tap();
      await expect(page).toHaveURL(/task=/, { timeout: 1000 });
    }).toPass();
  });
});

/** A finger as the browser's own protocol sends it: with it, a page scrolls as on a phone. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (point: { x: number; y: number }) => send('touchStart', [point]),
    move: (point: { x: number; y: number }) => send('touchMove', [point]),
    up: () => send('touchEnd', []),
  };
}
