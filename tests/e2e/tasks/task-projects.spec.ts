import { addRows, DEVICES, expect, type Page, type Person, press, row, test } from '../world/site.ts';

/** More than a menu shows at once; the first of them is the oldest and stands last. */
const NAMES = Array.from({ length: 30 }, (_, index) => `Project ${index + 1}`);

const addProjects = async ({ client, id }: Person) => {
  const now = Date.now();
  const rows = NAMES.map((name, index) => ({
    name,
    user_id: id,
    created_at: new Date(now + index * 1000).toISOString(),
  }));
  expect((await client.from('projects').insert(rows)).error).toBeNull();
};
const openMenu = async (page: Page, title: string) => {
  await press(row(page, title).getByRole('button', { name: 'More' }));
  await press(page.getByRole('menuitem', { name: 'Add to project' }));
};
const projectOf = async ({ client }: Person, title: string) =>
  (await client.from('tasks').select('projects(name)').eq('title', title)).data;

for (const [device, options] of DEVICES) {
  test.describe(device, () => {
    test.use(options);

    test('a task goes into any of many projects, and out again', async ({ page, person }) => {
      await addProjects(person);
      await addRows(person, ['Call the bank', 'Buy boxes', 'Pack']);
      await page.reload();
      await openMenu(page, 'Call the bank');
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitem')).toHaveText(NAMES.toReversed());
      await expect(menu.getByRole('menuitem').first()).toBeFocused();
      await expect(menu).toBeInViewport({ ratio: 1 });
      await press(menu.getByRole('menuitem', { name: 'Project 1', exact: true }));
      await expect(page.getByText('Task updated')).toBeVisible();
      await expect(row(page, 'Call the bank')).toContainText('Project 1');
      expect(await projectOf(person, 'Call the bank')).toEqual([{ projects: { name: 'Project 1' } }]);

      // Several at once have the same choice.
      for (const title of ['Buy boxes', 'Pack']) {
        await press(row(page, title).getByRole('button', { name: 'More' }));
        await press(page.getByRole('menuitem', { name: 'Select' }));
      }
      await press(
        page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Project' }),
      );
      await press(menu.getByRole('menuitem', { name: 'Project 1', exact: true }));
      await expect(row(page, 'Pack')).toContainText('Project 1');

      const { data } = await person.client.from('projects').select('id').eq('name', 'Project 1').single();
      await page.goto(`/projects/${data?.id}`);
      await openMenu(page, 'Buy boxes');
      await expect(menu.getByRole('menuitem', { name: 'Project 1', exact: true })).toHaveCount(0);
      await press(menu.getByRole('menuitem', { name: 'No project' }));
      await expect(row(page, 'Buy boxes')).toHaveCount(0);
      await expect.poll(() => projectOf(person, 'Buy boxes')).toEqual([{ projects: null }]);
    });
  });
}

test('a task goes into a project by keyboard alone', async ({ page, person }) => {
  await addProjects(person);
  await addRows(person, ['Call the bank']);
  await page.reload();
  await row(page, 'Call the bank').getByRole('button', { name: 'More' }).focus();
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await page.keyboard.press('Enter');
  await expect(item('Edit Task')).toBeFocused();
  await page.keyboard.press('a');
  await expect(item('Add to project')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('Project 30')).toBeVisible();
  for (const key of ['End', 'Enter']) await page.keyboard.press(key);
  await expect(row(page, 'Call the bank')).toContainText('Project 1');
  await expect(row(page, 'Call the bank').getByRole('button', { name: 'More' })).toBeFocused();
});
