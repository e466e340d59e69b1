import { findings } from '../world/axe-findings.ts';
import { addRows, DEVICES, expect, isTooWide, press, row, test } from '../world/site.ts';

for (const [device, options] of DEVICES) {
  test.describe(device, () => {
    test.use(options);

    test('what is deleted lies in the trash, comes back whole, and goes for good only after a question', async ({
      page,
      person,
    }) => {
      await addRows(person, ['Old letters', 'Broken lamp', 'Empty jars']);
      await press(row(page, 'Old letters').getByRole('button', { name: 'More' }));
      await press(page.getByRole('menuitem', { name: 'Delete' }));
      await expect(page.getByText('Task deleted').first()).toBeVisible();
      await expect(row(page, 'Old letters')).toHaveCount(0);
      await person.client.from('tasks').delete().in('title', ['Broken lamp', 'Empty jars']);
      await press(page.getByRole('main').getByRole('link', { name: 'Trash' }));
      await expect(page).toHaveURL(/\/trash$/);
      await expect(page).toHaveTitle(/^Trash \| /);
      await expect(page.getByRole('listitem').filter({ hasText: 'Old letters' })).toContainText(
        '30 days left',
      );
      expect(await isTooWide(page)).toBe(false);
      expect(await findings(page)).toEqual([]);

      await press(row(page, 'Broken lamp').getByRole('button', { name: 'Restore' }));
      await expect(page.getByText('Task restored')).toBeVisible();
      await expect(row(page, 'Broken lamp')).toHaveCount(0);

      await press(row(page, 'Empty jars').getByRole('button', { name: 'Delete forever' }));
      const question = page.getByRole('dialog', { name: 'Delete forever?' });
      await expect(question).toContainText('“Empty jars” and its answers will be permanently deleted.');
      await page.keyboard.press('Escape');
      await expect(row(page, 'Empty jars')).toBeVisible();
      await press(row(page, 'Empty jars').getByRole('button', { name: 'Delete forever' }));
      await press(question.getByRole('button', { name: 'Delete forever' }));
      await expect(page.getByText('Deleted forever', { exact: true })).toBeVisible();
      await expect(row(page, 'Empty jars')).toHaveCount(0);

      // On the phone they pass over the button, one moving up after the other.
      await expect(page.locator('.toast')).toHaveCount(0);
      await press(page.getByRole('button', { name: 'Empty trash' }));
      await expect(question).toContainText('1 item will be permanently deleted');
      await press(question.getByRole('button', { name: 'Delete forever' }));
      await expect(page.getByRole('heading', { name: 'The trash is empty.' })).toBeVisible();
      expect((await person.client.from('trash').select('id')).data).toEqual([]);
      expect((await person.client.from('tasks').select('title')).data).toEqual([{ title: 'Broken lamp' }]);
      await press(page.getByRole('link', { name: 'Back to your list' }));
      await expect(row(page, 'Broken lamp')).toBeVisible();
    });
  });
}

test('says when it cannot be read, and when a restoration comes too late', async ({ person, openAs }) => {
  await addRows(person, ['Old letters']);
  await person.client.from('tasks').delete().eq('title', 'Old letters');
  const other = await openAs(person, {}, '/trash');
  await expect(row(other, 'Old letters')).toBeVisible();
  // Once it is joined everything is read again, with no press; and of a restoration elsewhere it would tell.
  await other.routeWebSocket(/realtime/, () => {});
  await other.route('**/rest/v1/trash*', (route) => route.abort());
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Couldn’t load the trash' })).toBeVisible();
  await other.unroute('**/rest/v1/trash*');
  await other.getByRole('button', { name: 'Try again' }).click();
  await expect(row(other, 'Old letters')).toBeVisible();

  // Restored elsewhere, and this page has not heard of it.
  await other.reload();
  await expect(row(other, 'Old letters')).toBeVisible();
  await person.client.rpc('restore', {
    item_id: (await person.client.from('trash').select('id').single()).data?.id ?? '',
  });
  await row(other, 'Old letters').getByRole('button', { name: 'Restore' }).click();
  await expect(other.getByText('Couldn’t restore the task')).toBeVisible();
  await expect(other.getByText('It’s no longer in the trash.')).toBeVisible();
});
