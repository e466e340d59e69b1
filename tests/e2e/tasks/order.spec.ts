import type { Locator, Page } from '@playwright/test';
import { addRows, expect, row, test } from '../world/site.ts';

/** Headings of the groups with the titles below each. */
const groups = (page: Page) =>
  page.getByRole('region', { name: 'Pending' }).locator('.group-head h3, .row-text').allTextContents();

/** By hand, because the code that takes up a row loads when the pointer comes near. */
async function drag(page: Page, title: string, to: Locator, part: 'upper' | 'lower'): Promise<void> {
  const from = row(page, title).locator('.row-text');
  await from.hover();
  await expect(row(page, title).locator('.row-title')).toHaveAttribute('draggable', 'true');
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('nowhere to drop it');
  const y = box.y + box.height * (part === 'upper' ? 0.25 : 0.75);
  await page.mouse.move(box.x + box.width / 2, y - 10);
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await expect(page.locator('[data-drop]')).toHaveCount(1);
  await page.mouse.up();
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
  await page.reload();
  await expect.poll(() => groups(page)).toEqual(['Today', 'Ask Jonas', 'Tomorrow', 'Buy boxes', 'Pack']);
});
