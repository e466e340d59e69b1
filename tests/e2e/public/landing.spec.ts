import type { Page } from '@playwright/test';
import { makeUnconfirmed } from '../world/accounts.ts';
import { findings, findingsInBothThemes } from '../world/axe-findings.ts';
import { LOOKS } from '../world/devices.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, forbidStorage, logIn, test } from '../world/world.ts';

const server = fileServer(() => ({ env: { MAIL_AUTOCONFIRM: 'on' } }));

const STARTS = [
  'Get Started Free',
  'Try AI Tools for Free',
  'Create Your First Project',
  'Get started for free',
];

const open = (page: Page) => page.goto(server.url, { waitUntil: 'networkidle' });

test('a visitor is led to the registration, and asks no other host for anything @phone', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await expect(page).toHaveTitle('Errand. You keep the list. Errand runs it.');
  for (const name of STARTS) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/register');
  }
  const header = page.getByRole('banner');
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['Log in', '/login'],
    ['Sign up', '/register'],
  ] as const) {
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);
  expect(asked.filter((url) => url.includes('/demo/'))).toEqual([]);
});

test('whoever is signed in is led to the dashboard', async ({ page }) => {
  const person = { name: 'Bea Example', email: 'bea@example.org', password: 'a windy monday' };
  // Nothing is to be confirmed on this installation.
  await makeUnconfirmed(server.url, person);
  await page.goto(`${server.url}/login`);
  await logIn(page, person);
  await open(page);
  for (const name of STARTS) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/dashboard');
  }
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeHidden();
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeHidden();
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await open(page);
  await page.getByRole('button', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a task that is written there waits on the list', async ({ page }) => {
  await open(page);
  await page.getByLabel('Your first task').fill('Sort out the insurance');
  await page.getByRole('button', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByLabel('Full name').fill('Ada Example');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a windy monday');
  await page.getByRole('checkbox', { name: /terms/i }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('checkbox', { name: 'Complete: Sort out the insurance' })).toBeVisible();
});

test('a task that is written where the browser keeps nothing waits on the list too', async ({ page }) => {
  await page.addInitScript(forbidStorage);
  await open(page);
  await page.getByLabel('Your first task').fill('Ask for 50 % & a receipt?');
  await page.getByRole('button', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill('Cleo Example');
  await page.getByLabel('Email', { exact: true }).fill('cleo@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a windy monday');
  await page.getByRole('checkbox', { name: /terms/i }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('checkbox', { name: 'Complete: Ask for 50 % & a receipt?' })).toBeVisible();
});

test.describe('what is pressed before the script has come', () => {
  const SCRIPT = '**/assets/landing.script*';
  const pressDemo = (page: Page) => page.getByRole('button', { name: 'View Demo' }).click();
  const demo = (page: Page) => page.getByRole('dialog', { name: 'One task, from the list to its receipt' });

  test('opens the demo when it is there', async ({ page }) => {
    const arrival = Promise.withResolvers<void>();
    await page.route(SCRIPT, (route) => arrival.promise.then(() => route.continue()));
    await page.goto(server.url, { waitUntil: 'commit' });
    await pressDemo(page);
    await expect(demo(page)).toBeHidden();
    arrival.resolve();
    await expect(demo(page)).toBeVisible();
  });

  test('keeps the task that was sent with Enter, though the script came at the second try', async ({
    page,
  }) => {
    let asked = 0;
    await page.route(SCRIPT, (route) => (++asked === 1 ? route.abort() : route.continue()));
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.getByLabel('Your first task').fill('Sort out the insurance');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/register$/);
    expect(asked).toBe(2);
    expect(await page.evaluate(`localStorage.getItem('errand-first-task')`)).toContain(
      'Sort out the insurance',
    );
  });
});

test('the demo plays our own recording where the configuration does not come', async ({ page }) => {
  await page.route('**/config.json', () => {});
  await page.goto(server.url);
  await page.getByRole('button', { name: 'View Demo' }).click();
  await expect(page.locator('video')).toHaveAttribute('poster', '/demo/desk.jpg');
});

test('the demo opens, plays and closes by keyboard, and the focus comes back', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page);
  const button = page.getByRole('button', { name: 'View Demo' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'One task, from the list to its receipt' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect.poll(() => page.evaluate('document.querySelector("video").currentTime')).toBeGreaterThan(0.5);
  await expect
    .poll(() => page.evaluate('document.querySelector("video").textTracks[0].activeCues?.[0]?.text'))
    .toBe('You keep the list, for home and work.');
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bar has its turn too, and then nothing of the page is focused.
    expect(await page.evaluate('document.activeElement.closest("dialog, body").localName')).toMatch(
      /dialog|body/,
    );
    expect(await page.evaluate('document.activeElement.closest("main, header, footer")')).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  expect(await page.evaluate('document.querySelector("video").paused')).toBe(true);

  await button.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('a video that cannot be had says so, and is asked for again', async ({ page }) => {
  await page.route('**/demo/*', (route) => route.abort());
  await open(page);
  const button = page.getByRole('button', { name: 'View Demo' });
  await button.click();
  await page.getByRole('button', { name: /^play/i }).or(page.locator('video')).first().click();
  await expect(page.getByText('Couldn’t play the video.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/demo/*');
  await button.click();
  await expect(page.getByText('Couldn’t play the video.')).toBeHidden();
  await expect.poll(() => page.evaluate('document.querySelector("video").networkState')).not.toBe(3);
});

test('six questions open and close by click and by key', async ({ page }) => {
  await open(page);
  const questions = page.locator('#questions summary');
  await expect(questions).toHaveText([
    'How is this different from a subscription?',
    'What are the eight tools?',
    'What does a project give the assistant?',
    'How do I get help?',
    'What happens when AI models get better?',
    'How do I delete my data?',
  ]);
  // Nobody has named an address here, and so none is promised.
  const answer = page.getByText('the subject “Delete my data”').filter({ visible: true });
  await expect(answer).toBeHidden();
  await questions.last().click();
  await expect(answer).toContainText('to whoever runs this server');
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await page.getByText('How do I get help?').click();
  await expect(page.getByText('They haven’t given an email address here.')).toBeVisible();
  await expect(page.getByText('By email, and a person answers.')).toBeHidden();
});

test('four packs with their prices, which the pricing page sells @phone', async ({ page }) => {
  await open(page);
  const packs = page.locator('#pricing .price');
  await expect(packs).toHaveText([
    /^500 AI tasks€69List price€100You save31%Buy Now$/,
    /^1,000 AI tasks€149List price€250You save40%Buy Now$/,
    /^2,000 AI tasksBEST VALUE€259List price€500You save48%Buy Now$/,
    /^5,000 AI tasks€599List price€1,000You save40%Buy Now$/,
  ]);
  await expect(
    page.getByRole('list', { name: 'What every pack includes' }).getByRole('listitem'),
  ).toHaveCount(9);
  for (const [index, key] of ['pack_500', 'pack_1000', 'pack_2000', 'pack_5000'].entries()) {
    await expect(packs.nth(index).getByRole('link', { name: 'Buy Now' })).toHaveAttribute(
      'href',
      `/pricing?buy=${key}#${key}`,
    );
  }
});

test('eight tools, and a sample task of each category with its badges @phone', async ({ page }) => {
  await open(page);
  await expect(page.locator('#tools').getByRole('heading', { level: 3 })).toHaveText([
    'Answers, solutions, ideas',
    'Reasoning',
    'Research',
    'Web search',
    'Data analysis',
    'PDF summary and answers',
    'Image creation',
    'Image edit',
  ]);
  await expect(page.getByRole('list', { name: 'Sample task' })).toHaveText([
    'PersonalTodayHighAI Assisted',
    'WorkTomorrowUrgentAI Assisted',
    'PersonalNext WeekendMediumAI Assisted',
  ]);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Errand`);
  await expect(footer.getByRole('link')).toHaveText(['Pricing', 'Privacy', 'Terms', 'Cookies']);
});

test('the two receipts open to their full results, and the demo shows all eight tools @phone', async ({
  page,
}) => {
  await open(page);
  for (const [result, title, words] of [
    [
      /winter tyre rules/,
      'Check the winter tyre rules for the drive to Bolzano',
      'Fines start at about 87 euros.',
    ],
    [/household money/, 'Chart where the household money went this year', 'group by category'],
  ] as const) {
    const receipt = page.locator('.receipt', { hasText: result }).filter({ visible: true });
    await expect(receipt).toContainText('Not verified');
    const at = title.startsWith('Check') ? 0 : 1;
    await page.getByRole('button', { name: 'View Full Response' }).filter({ visible: true }).nth(at).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText(words)).toBeAttached();
    expect(await findings(page), title).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'View Demo' }).click();
  const stills = page.getByRole('dialog').locator('.tool-stills details');
  await expect(stills).toHaveCount(8);
  await stills.last().locator('summary').click();
  const width = 'document.querySelector(".tool-stills details:last-of-type img").naturalWidth';
  await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0);
});

for (const [name, look] of LOOKS) {
  test.describe(name, () => {
    test.use(look);

    test('axe finds nothing, with everything open and the demo over it', async ({ page }) => {
      await open(page);
      const questions = await page.locator('#questions summary').all();
      for (const question of questions.slice(1)) await question.click();
      expect(await findingsInBothThemes(page)).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
      ).toBe(true);
      await page.getByRole('button', { name: 'View Demo' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findingsInBothThemes(page), 'with the demo').toEqual([]);
    });
  });
}
