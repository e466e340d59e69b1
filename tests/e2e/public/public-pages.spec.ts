import type { Page } from '@playwright/test';
import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

const server = fileServer(() => ({ env: { TEST_CHECKOUT: 'off' } }));
const PERSON = { name: 'Bea Example', email: 'bea@example.org', password: 'a windy monday' };

test.beforeAll(() => makeAccount(server.url, PERSON));

const PAGES = [
  ['/pricing', 'Pricing', 'One AI task, one credit'],
  ['/privacy', 'Privacy', 'Privacy policy'],
  ['/terms', 'Terms', 'Terms of service'],
  ['/cookie', 'Cookies', 'Cookies and storage'],
  ['/redeem', 'Redeem a code', 'Redeem a code'],
  ['/login', 'Log in', 'Log in'],
  ['/register', 'Sign up', 'Sign up'],
  ['/reset-password', 'Reset password', 'Reset password'],
] as const;

const SUCCESS = '/checkout/success?session_id=cs_test_42';

/** Steps of a way, which search engines leave out. */
const STEPS = [
  ['/update-password', 'Set a new password', 'Set a new password with the link from your email.'],
  ['/checkout/success', 'Payment Successful', 'Your payment went through.'],
  ['/404', 'Page not found', 'This page doesn’t exist.'],
] as const;

/** Behind the sign-in. */
const INNER = [
  ['/dashboard', 'Dashboard', 'Your tasks, and what the assistant has done.'],
  ['/settings', 'Settings', 'Your credits, your profile, your login, and how your list looks.'],
  ['/trash', 'Trash', 'Your deleted items, and how long you can still restore them.'],
  ['/projects', 'Projects', 'Group your tasks, and give the assistant the background it needs.'],
  ['/mailbox', 'Local mailbox', 'Emails and text messages that this server keeps instead of sending.'],
  [
    `/projects/${crypto.randomUUID()}`,
    'Project',
    'Group your tasks, and give the assistant the background it needs.',
  ],
] as const;

/** What `/config.json` says besides what it says. */
async function configure(page: Page, more: object): Promise<void> {
  const config: unknown = await (await fetch(`${server.url}/config.json`)).json();
  await page.route('**/config.json', (route) => route.fulfill({ json: Object.assign({}, config, more) }));
}

test('each page has its title, description and address, and is read without scripts too', async ({
  page,
  request,
}) => {
  for (const [path, title, heading] of PAGES) {
    const file = await request.get(server.url + path);
    expect([path, file.status()]).toEqual([path, 200]);
    expect(await file.text()).toContain(heading);
    await page.goto(server.url + path);
    await expect(page).toHaveTitle(`${title} | Errand`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.url + path);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.*\.$/);
  }
});

test('a page that no search engine lists has its title, description and address too', async ({ page }) => {
  const names = async ([path, title, description]: (typeof STEPS | typeof INNER)[number]) => {
    await page.goto(server.url + path);
    await expect(page).toHaveTitle(`${title} | Errand`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.url + path);
    await expect(page.locator('meta[name=description]'), path).toHaveAttribute('content', description);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  };
  // Without an answer they stay where they are: a page for a new password leads on as soon as it knows that nobody is here.
  await page.route('**/config.json', () => {});
  for (const step of STEPS) await names(step);
  await page.unroute('**/config.json');
  await page.goto(`${server.url}/login`);
  await logInTo(page, '/dashboard');
  for (const inner of INNER) await names(inner);

  await page.goto(server.url);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}/`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^A to-do list for home and work/,
  );
});

test('an unknown address leads to the page that says so', async ({ page, request }) => {
  await page.goto(`${server.url}/prices`);
  await expect(page).toHaveURL(`${server.url}/404`);
  await expect(page.getByRole('heading', { name: 'We can’t find that page.' })).toBeVisible();
  expect((await request.get(`${server.url}/404`)).status()).toBe(404);
});

for (const [colorScheme, device, viewport] of [
  ['light', 'a desktop', { width: 1280, height: 860 }],
  ['dark', 'a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`${colorScheme}, on ${device}`, () => {
    test.use({ colorScheme, viewport });

    test('axe finds nothing, and nothing scrolls sideways', async ({ page }) => {
      await configure(page, { payments: true, redeem: true });
      const paths = ['/pricing', '/privacy', '/terms', '/cookie', '/redeem', '/update-password', SUCCESS];
      for (const path of paths) {
        await page.goto(server.url + path);
        // That one leads on after five seconds.
        if (path === SUCCESS) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        else await page.waitForLoadState('networkidle');
        expect(await findings(page), path).toEqual([]);
        expect(
          await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
          path,
        ).toBe(true);
      }
    });
  });
}

test.describe('pricing', () => {
  test('shows two packs, the plans and all packs, and sells nothing where no payment is connected', async ({
    page,
  }) => {
    await page.goto(`${server.url}/pricing#pack_1000`);
    await expect(page.getByText('Nothing is for sale on this server yet')).toBeVisible();
    await expect(page.getByRole('button', { name: /buy|purchase|choose/i })).toHaveCount(0);
    const first = page.getByRole('region', { name: 'Pay once' });
    await expect(first.getByRole('heading', { level: 3 })).toHaveText([
      '500 AI tasks',
      /2,000 AI tasksBEST VALUE/,
    ]);
    await expect(page.locator('#pack_1000')).toBeInViewport();
    // Each is named once.
    await expect(page.getByRole('heading', { name: /AI tasks/ })).toHaveCount(4);
    for (const [key, price, list, saving] of [
      ['pack_500', '€69', '€100', '31%'],
      ['pack_1000', '€149', '€250', '40%'],
      ['pack_2000', '€259', '€500', '48%'],
      ['pack_5000', '€599', '€1,000', '40%'],
    ] as const) {
      for (const text of [price, list, saving]) await expect(page.locator(`#${key}`)).toContainText(text);
    }
    const plans = page.getByRole('region', { name: 'Every month' });
    await expect(plans).toContainText('€9');
    await expect(plans).toContainText('150 each month');
    await plans.getByRole('button', { name: 'Yearly, save 20%' }).click();
    await expect(plans).toContainText('€7.20');
    await expect(plans).toContainText('€86.40 a year');
    await expect(plans).toContainText('€12');
    await expect(plans).toContainText('€144 a year');
  });

  test('counts the tools that are connected, here and on the landing page', async ({ page }) => {
    const terms = page.getByText('How credits, packs and plans work');
    await page.goto(`${server.url}/pricing`);
    await expect(page.getByText('What is a credit?')).toBeHidden();
    await terms.click();
    await expect(page.getByText('What is a credit?')).toBeVisible();
    await expect(page.getByText('All 8 AI tools')).toBeVisible();
    const tools = ['answer', 'reasoning', 'research', 'web_search', 'data_analysis', 'doc_summary'];
    await configure(page, {
      ai: { demo: false, findsLocalModels: false, checksModels: false, tools, vision: true },
    });
    await page.reload();
    await terms.click();
    await expect(page.getByText('All 6 AI tools')).toBeVisible();
    await page.goto(server.url);
    await expect(page.getByRole('heading', { name: '6 tools, one price' })).toBeVisible();
    await expect(page.locator('#tools').getByRole('listitem')).toHaveCount(6);
    await expect(page.getByText('All 6 AI tools')).toBeVisible();
    await page.getByText('What are the 6 tools?').click();
    await expect(page.getByText('Data analysis; PDF summary and answers. Each use')).toBeVisible();
  });

  test('asks a visitor to sign in, and goes on with what was chosen, once @phone', async ({ page }) => {
    await configure(page, { payments: true });
    const asked: unknown[] = [];
    await page.route('**/functions/v1/checkout', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { url: `${server.url}/cookie` } });
    });
    await page.goto(`${server.url}/pricing`);
    await page.getByRole('button', { name: 'Sign in to purchase' }).first().click();
    await expect(page.getByText('You must be logged in to purchase')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/login?next=%2Fpricing%3Fbuy%3Dpack_500%23pack_500`);
    await logInTo(page, '/cookie');
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/pricing#pack_500`);
    await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Choose Pro' })).toBeVisible();
    expect(asked).toEqual([{ item: 'pack_500' }]);
  });

  test('opens the checkout, says that it waits, and says when it could not @phone', async ({ page }) => {
    await configure(page, { payments: true });
    await page.goto(`${server.url}/login?next=/pricing`);
    await logInTo(page, '/pricing');
    await page.getByText('All packs', { exact: true }).click();
    const buy = page.locator('#pack_5000').getByRole('button', { name: 'Buy Now' });
    await page.route('**/functions/v1/checkout', (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    });
    await buy.click();
    await expect(page.getByText('Failed to start checkout. Please try again.')).toBeVisible();

    const asked: unknown[] = [];
    await page.route('**/functions/v1/checkout', async (route) => {
      asked.push(route.request().postDataJSON());
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ json: { url: `${server.url}/checkout/success?session_id=cs_test_42` } });
    });
    await buy.click();
    await expect(page.locator('#pack_5000').getByRole('button', { name: 'Opening…' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(asked).toEqual([{ item: 'pack_5000' }]);
  });

  test('waits with its buttons while the session is checked', async ({ page }) => {
    await configure(page, { payments: true });
    await page.goto(`${server.url}/login`);
    await logInTo(page, '/dashboard');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('errand-session') ?? '{}');
      localStorage.setItem('errand-session', JSON.stringify({ ...session, expires_at: 1 }));
    });
    const checked = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      await checked.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/pricing`);
    await expect(page.getByRole('button', { name: 'Checking…' }).first()).toBeVisible();
    checked.resolve();
    await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeVisible();
  });

  test('says that the server does not answer, and sells once it does', async ({ page, context }) => {
    await page.goto(`${server.url}/login`);
    await logInTo(page, '/dashboard');
    await context.route('**/config.json', (route) => route.abort());
    const app = await context.newPage();
    await Promise.all([page.goto(`${server.url}/pricing`), app.goto(`${server.url}/dashboard`)]);
    await expect(app.getByText('The server is slow to respond.')).toBeVisible({ timeout: 10_000 });
    await expect(app.getByRole('heading', { name: 'Couldn’t reach the server.' })).toBeVisible();
    const notice = page.getByRole('alert').filter({ hasText: 'you can’t buy anything right now' });
    await expect(notice).toBeVisible();

    await context.unroute('**/config.json');
    await configure(page, { payments: true });
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(2);
    await expect(notice).toBeHidden();
    await app.getByRole('button', { name: 'Try again' }).click();
    await expect(app.getByLabel('Add a task')).toBeVisible();

    // A server that is only being started anew needs no press.
    let missed = 0;
    await app.route('**/config.json', (route) => (missed++ < 2 ? route.abort() : route.continue()));
    await app.reload();
    await expect(app.getByLabel('Add a task')).toBeVisible();
    expect(missed).toBe(3);
  });

  test('says once that a purchase went through', async ({ page }) => {
    await page.goto(`${server.url}/pricing?checkout_success=true`);
    await expect(page.getByText('Purchase successful!')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/pricing`);
  });
});

test.describe('after a payment', () => {
  test('the page names the payment, reads the credits again, and opens the settings after five seconds', async ({
    page,
  }) => {
    await page.goto(`${server.url}/login`);
    await logInTo(page, '/dashboard');
    let reads = 0;
    page.on('request', (request) => {
      if (/\/rest\/v1\/profiles/.test(request.url())) reads += 1;
    });
    const opened = Date.now();
    await page.goto(`${server.url}/checkout/success?session_id=cs_test_a1B2c3`);
    await expect(page.getByText('cs_test_a1B2c3')).toBeVisible();
    await expect(page.getByText('15 left', { exact: true })).toBeVisible();
    await expect(page.getByText(/Taking you to Settings in [345] seconds\./)).toBeVisible();
    await expect(page).toHaveURL(/\/settings$/, { timeout: 10_000 });
    expect(Date.now() - opened).toBeGreaterThan(4_500);
    expect(reads).toBeGreaterThan(1);
  });

  test('an address of somebody’s own writing shows little and runs nothing', async ({ page }) => {
    const id = `<img src=x onerror=alert(1)>${'x'.repeat(5_000)}`;
    await page.goto(`${server.url}/checkout/success?session_id=${encodeURIComponent(id)}`);
    const shown = page.getByText('<img src=x');
    await expect(shown).toBeVisible();
    expect((await shown.textContent())?.length).toBeLessThanOrEqual(128);
    await page.getByRole('link', { name: 'Go to Settings' }).click();
    await expect(page).toHaveURL(`${server.url}/login?next=%2Fsettings`);
  });
});

test.describe('a code', () => {
  test('is redeemed after the login, and kept when it was refused', async ({ page }) => {
    await page.goto(`${server.url}/redeem`);
    await page.getByRole('link', { name: 'Log in to redeem' }).click();
    await logInTo(page, '/redeem');
    const code = page.getByLabel('Code');
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await expect(page.getByText('Please enter a code')).toBeVisible();
    await code.fill('SPRING-2026');
    const answer = (status: number, json: object) =>
      page.route('**/functions/v1/redeem', (route) => route.fulfill({ status, json }), { times: 1 });
    for (const [status, body, sentence] of [
      [
        409,
        { code: 'already_redeemed', message: 'This code has already been used.' },
        'This code has already been used.',
      ],
      [502, {}, 'Couldn’t redeem the code. Please try again.'],
    ] as const) {
      await answer(status, body);
      await page.getByRole('button', { name: 'Redeem', exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(sentence);
      await expect(code).toHaveValue('SPRING-2026');
    }
    await answer(200, { granted: 50 });
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await expect(page.getByText('50 credits were added.')).toBeVisible();
    await expect(code).toHaveValue('');
  });
});

test('the policies say what this installation does, and nothing of what it does not', async ({ page }) => {
  await page.goto(`${server.url}/privacy`);
  const text = page.getByRole('article');
  await expect(text).toContainText('No provider is connected at the moment');
  await expect(text).toContainText('hasn’t given a name and address here');
  await expect(text).toContainText('erased after 30 days');
  await expect(text).toContainText('subject “Delete my data”');
  await expect(text).not.toContainText('payment provider');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'What you can do' })
    .click();
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeInViewport();
  await page.getByRole('link', { name: 'Cookies and storage' }).click();
  await expect(page.getByText('Errand sets no cookies')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

async function logInTo(page: Page, path: string): Promise<void> {
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(server.url + path);
}
