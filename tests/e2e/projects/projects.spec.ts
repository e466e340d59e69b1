import type { Page } from '@playwright/test';
import { PASSWORD } from '#tests/acceptance/person.ts';
import { findings } from '../world/axe-findings.ts';
import { expect, PHONE, test } from '../world/site.ts';
import { delegate } from '../world/world.ts';

const LONG =
  'From the two rooms in Neubau to Lindengasse 14. Handover of the old flat on 30 November at 17:00, keys for ' +
  'the new one from the 27th. The deposit is 2,400 euros; the landlord wants the walls white.';

/** Fills the form and sends it; it closes when the server has agreed. */
async function sendProject(page: Page, name: string, description = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Project' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Add Project' }).click();
}

async function addProject(page: Page, name: string, description = ''): Promise<void> {
  await sendProject(page, name, description);
  await expect(page.getByRole('dialog')).toBeHidden();
}

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2') });
const card = (page: Page, name: string) => cards(page).filter({ hasText: name });
const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

test('projects are added, changed, deleted and brought back with their tasks, here and in another tab @phone', async ({
  page,
  site,
  isMobile,
}) => {
  const { url } = site;
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page).toHaveURL(`${url}/projects`);
  await expect(page).toHaveTitle(/^Projects \| /);
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible();

  const add = page.getByRole('button', { name: 'Add Project' }).first();
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add Project' });
  // By touch none is: the keyboard would cover the form.
  await expect(dialog.locator('input:focus')).toHaveCount(isMobile ? 0 : 1);
  expect(await findings(page), 'form').toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Add Project' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('   ');
  await expect(dialog.getByRole('button', { name: 'Add Project' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await addProject(page, 'Taxes 2026', 'Collect receipts.');
  await expect(page.getByText('Project created successfully')).toBeVisible();
  await addProject(page, 'Flat move', LONG);
  await expect(cards(page).first()).toContainText('Flat move');
  await expect(card(page, 'Taxes 2026').getByRole('button', { name: 'Read more' })).toBeHidden();

  const description = card(page, 'Flat move').getByText(LONG);
  const cut = (await description.boundingBox())?.height ?? 0;
  await card(page, 'Flat move').getByRole('button', { name: 'Read more' }).click();
  await expect.poll(async () => (await description.boundingBox())?.height).toBeGreaterThan(cut);
  await card(page, 'Flat move').getByRole('button', { name: 'Show less' }).click();
  await expect.poll(async () => (await description.boundingBox())?.height).toBe(cut);

  expect(await findings(page), 'grid').toEqual([]);

  const other = await page.context().newPage();
  await other.goto(`${url}/projects`);
  await expect(cards(other)).toHaveCount(2);

  const edit = page.getByRole('button', { name: 'Edit Taxes 2026' });
  await edit.click();
  const editing = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(editing.getByLabel('Description')).toHaveValue('Collect receipts.');
  await editing.getByLabel('Name').fill('Taxes and receipts');
  await editing.getByRole('radio', { name: 'Work' }).check();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Project updated successfully')).toBeVisible();
  await expect(card(other, 'Taxes and receipts')).toContainText('Work');

  await card(page, 'Flat move').getByRole('link', { name: 'Flat move' }).click();
  await page.getByLabel('Add a task').fill('Book the van tomorrow');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task added')).toBeVisible();
  await expect(card(other, 'Flat move')).toContainText('1 open');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();

  await page.getByRole('button', { name: 'Delete Flat move' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete this project?' });
  await expect(asking.getByText('Its 1 task stays in your list')).toBeVisible();
  await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await asking.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText('Project deleted')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(other)).toHaveCount(1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page).first()).toContainText('1 open');
  await expect(card(other, 'Flat move')).toContainText('1 open');
});

test('a project has a page with its tasks and answers @phone', async ({ page, site }) => {
  const { url } = site;
  await addProject(page, 'Flat move', LONG);
  await expect(page.getByText('Project added')).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Add a task').fill('Not of this project');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await card(page, 'Flat move').getByRole('link', { name: 'Flat move' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Flat move' })).toBeVisible();
  await expect(page).toHaveTitle(/^Flat move \| /);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());
  await expect(page.getByRole('heading', { name: 'No tasks yet.' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit project' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Project' }).getByLabel('Name')).toBeVisible();
  expect(await findings(page), 'Edit Project').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Compare three movers');
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Compare three movers' })).toBeVisible();
  await expect(page.getByText('Not of this project')).toBeHidden();

  await delegate(page, 'Compare three movers');
  const answers = page.getByRole('region', { name: 'Answers' });
  const answer = answers.getByRole('button', { name: 'Compare three movers' });
  await expect(answer).toBeVisible();
  expect(await findings(page), 'project').toEqual([]);
  await answer.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(answer).toBeFocused();

  await page.getByRole('checkbox', { name: 'Complete: Compare three movers' }).click();
  await expect(page.getByRole('region', { name: 'Completed' })).toContainText('Compare three movers');
  await expect(page.getByRole('heading', { name: 'Nothing left to do here.' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Lindengasse');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Project updated', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle(/^Lindengasse \| /);

  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL(`${url}/projects`);
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible();

  for (const id of ['not-an-id', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`${url}/projects/${id}`);
    await expect(page.getByRole('heading', { name: 'We can’t find that project.' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Show all projects' }).click();
  await expect(page).toHaveURL(`${url}/projects`);
});

test('a server that is away, another device and the end of a session cost no word that was typed @phone', async ({
  page,
  person,
  site,
}) => {
  const { url } = site;
  const requests = '**/rest/v1/projects?*';
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible();
  await page.route(requests, (route) => route.abort());

  await page.getByRole('button', { name: 'Add Project' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Flat move');
  await dialog.getByRole('button', { name: 'Add Project' }).click();
  await expect(page.getByText('Failed to create project')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Flat move');
  await page.unroute(requests);
  await dialog.getByRole('button', { name: 'Add Project' }).click();
  await expect(cards(page)).toHaveCount(1);

  await page.route(requests, (route) => route.abort());
  await page.getByRole('button', { name: 'Edit Flat move' }).click();
  await dialog.getByLabel('Name').fill('Lindengasse');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to update project')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Lindengasse');
  await page.unroute(requests);

  // Meanwhile the same project is changed on another device: both versions are shown.
  const elsewhere = { name: 'Flat', description: 'On 30 November.' };
  await person.client.from('projects').update(elsewhere).eq('name', 'Flat move').throwOnError();
  await expect(dialog.getByText('This project was changed elsewhere')).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('On 30 November.');
  await expect(dialog.getByLabel('Name')).toHaveValue('Lindengasse');

  // And the session ends in another tab: the text waits for the next sign-in.
  const other = await page.context().newPage();
  await other.goto(`${url}/dashboard`);
  await other.getByRole('button', { name: /account/i }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await other.close();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Lindengasse');
  await dialog.getByRole('button', { name: 'Use that version' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Flat');
  await dialog.getByLabel('Name').fill('Flat move');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card(page, 'Flat move')).toContainText('On 30 November.');
  await page.route(requests, (route) => route.abort());
  await page.getByRole('button', { name: 'Delete Flat move' }).click();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText('Failed to delete project')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(1);

  await page.evaluate("indexedDB.deleteDatabase('errand')");
  await page.goto(`${url}/dashboard`);
  await sendProject(page, 'Taxes');
  await expect(page.getByText('Failed to add project')).toBeVisible();
  // Once it is joined everything is read again, with no press.
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto(`${url}/projects`);
  // A page that is loaded anew still has the form.
  await expect(dialog.getByLabel('Name')).toHaveValue('Taxes');
  await expect(dialog.getByText('We restored your draft.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Failed to load projects' })).toBeVisible();
  await page.unroute(requests);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(1);
});

test.describe('on the phone, in the dark', () => {
  test.use({ ...PHONE, contextOptions: { reducedMotion: 'reduce', colorScheme: 'dark' } });

  test('many projects, in any script and of any length, hold; nothing in them runs', async ({
    page,
    person,
  }) => {
    const api = person.client;
    const names = ['<img src=x onerror=document.title=1>', 'Donaudampfschiff'.repeat(12)];
    const many = Array.from({ length: 70 }, (_, index) => ({
      name: `Project ${index + 1}`,
      description: LONG,
    }));
    await api.from('projects').insert(many).throwOnError();
    for (const name of names) await api.from('projects').insert({ name, description: `${name} ${name}` });
    await page.getByRole('link', { name: 'Projects' }).click();
    // By touch no field has the focus: the keyboard would come up over half the form.
    await page.getByRole('button', { name: 'Add Project' }).first().tap();
    await expect(page.getByRole('dialog', { name: 'Add Project' })).toBeFocused();
    await page.keyboard.press('Escape');
    await addProject(
      page,
      'العودة إلى المدرسة',
      'قائمة بكل ما يحتاجه الأطفال قبل بداية العام الدراسي الجديد.',
    );
    await expect(cards(page).first()).toContainText('العودة إلى المدرسة');
    await expect(cards(page)).toHaveCount(60);
    expect(await findings(page), 'grid').toEqual([]);
    await page.getByRole('button', { name: 'Show 13 more' }).click();
    await expect(cards(page)).toHaveCount(73);
    expect(await isTooWide(page)).toBe(false);

    for (const name of names) {
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect(await isTooWide(page)).toBe(false);
      await page.getByRole('button', { name: 'Add Task' }).last().click();
      await page.getByRole('dialog').getByLabel('Title').fill('In here');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Task' }).click();
      await expect(page.getByRole('checkbox', { name: 'Complete: In here' })).toBeVisible();
      expect(await findings(page), 'project').toEqual([]);
      await page.getByRole('button', { name: 'Edit project' }).click();
      const form = page.getByRole('dialog', { name: 'Edit Project' });
      await form.getByLabel('Description').fill('Before the first of the month.');
      expect(await findings(page), 'Edit Project').toEqual([]);
      await form.getByRole('button', { name: 'Save Changes' }).click();
      await expect(form).toBeHidden();
      await page.getByRole('button', { name: 'Delete project' }).click();
      await expect(page.getByText('Its 1 task stays in your list')).toBeVisible();
      expect(await findings(page), 'question before a deletion').toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
      await expect(card(page, name)).toContainText('1 open');
    }
  });
});
