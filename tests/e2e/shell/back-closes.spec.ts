import { addRows, expect, openForm, PHONE, press, test } from '../world/site.ts';

test.use(PHONE);

/** A browser without a Back gesture: what the page has asked to be told of is told by hand, to the newest first. */
const KEEP_WATCHERS = `{
  const watchers = [];
  const Real = CloseWatcher;
  window.CloseWatcher = class extends Real {
    constructor() {
      super();
      watchers.push(this);
      this.addEventListener('close', () => watchers.splice(watchers.indexOf(this), 1));
    }
    destroy() {
      super.destroy();
      if (watchers.includes(this)) watchers.splice(watchers.indexOf(this), 1);
    }
  };
  window.goBack = () => watchers.at(-1)?.requestClose();
  window.countWatchers = () => watchers.length;
}`;

test('by Back the dialog on top closes, keeps what was typed as Escape does, and nothing else closes', async ({
  page,
  person,
}) => {
  const title = 'Words for the card';
  await addRows(person, [title]);
  await page.addInitScript(KEEP_WATCHERS);
  await page.reload();
  const back = () => page.evaluate('goBack()');
  const waiting = () => page.evaluate('countWatchers()');
  const dialog = await openForm(page, title, /^Answer/);
  await expect.poll(waiting).toBe(1);
  await back();
  await expect(dialog).toBeHidden();
  expect(await waiting()).toBe(0);
  await expect(page).toHaveURL(/\/dashboard/);

  const add = page.getByRole('dialog', { name: 'Add Task' });
  const open = () => press(page.getByRole('button', { name: 'Add Task' }).filter({ visible: true }).last());
  await open();
  await add.getByLabel('Title').fill('Half a sen');
  await back();
  await expect(add).toBeHidden();
  await open();
  await expect(add.getByLabel('Title')).toHaveValue('Half a sen');
  // Escape closes it once, and leaves nobody who waits for Back.
  await page.keyboard.press('Escape');
  await expect(add).toBeHidden();
  expect(await waiting()).toBe(0);
});
