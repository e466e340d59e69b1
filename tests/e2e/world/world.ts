import { expect, type Page } from '@playwright/test';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import {
  mailboxKeyOf,
  removeDataDir,
  type ServerProcess,
  type ServerProcessOptions,
  startServer,
} from '#tests/worlds/server-process.ts';
import { test as base } from './worker-site.ts';

export { expect, type Page };

export interface Installation {
  readonly server: ServerProcess;
  /** What the AI simulator was asked. */
  readonly calls: () => number;
  /** SIGKILL, then the same data and the same port again. */
  crash(): Promise<void>;
}

/** A whole installation on a fresh folder, with the AI simulator behind it. One per test. */
export const test = base.extend<{
  /** A script of simulators/ai/README.md. */
  model: string;
  installation: Installation;
}>({
  model: ['sim/slow-8000', { option: true }],
  installation: async ({ model }, use) => {
    const simulator = await startAiSimulator();
    const options: ServerProcessOptions = {
      env: {
        AI_BASE_URL: simulator.url,
        AI_API_KEY: simulator.apiKey,
        AI_MODEL_FAST: model,
        RATE_LIMITS: 'sign_in=off,mail=off',
      },
    };
    let server = await startServer(options);
    await use({
      get server() {
        return server;
      },
      calls: () => simulator.journal.entries.filter(({ method }) => method === 'POST').length,
      async crash() {
        await server.kill();
        server = await startServer({
          ...options,
          dataDir: server.dataDir,
          port: Number(new URL(server.url).port),
        });
      },
    });
    const code = await server.stop();
    await simulator.close();
    await removeDataDir(server.dataDir);
    expect(code, server.output()).toBe(0);
  },
  // A page that logs an error has failed, whatever the test looked at.
  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text());
    });
    await use(page);
    // What still answers in the server's place would fail with the page, in the midst of the next test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(problems).toEqual([]);
  },
});

/**
 * The browser itself reports every answer of 400 and more; whether it was meant is for the test to say. And it
 * refuses the test driver's own scripts in the frame that shows a mail, as it must refuse any.
 */
const EXPECTED = /Failed to load resource|net::ERR_|WebSocket connection|Blocked script execution in 'about:/;

/** Runs in a page before anything of it: its browser keeps nothing, and says so. */
export function forbidStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  }
}

export const PERSON = { name: 'Mara Lind', email: 'mara@example.org', password: 'a rainy tuesday' };

/** From the landing page to a confirmed address. Ends signed in on the dashboard. */
export async function register(page: Page, url: string, person = PERSON): Promise<void> {
  await openMailbox(page, url);
  await page.goto(`${url}/register`);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /terms/i }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: /mailbox/i }).click();
  await openConfirmation(page);
}

/** Opens the link that the start has printed: this browser keeps the key in it. */
export async function openMailbox(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/mailbox#key=${await mailboxKeyOf(url)}`);
  await expect(page.getByText(/No messages yet|^To /)).toBeVisible();
}

/** The newest mail of the local mailbox, and the link in it. */
export async function openConfirmation(page: Page): Promise<void> {
  const mail = page.frameLocator('iframe').first();
  await mail
    .getByRole('link', { name: /confirm/i })
    .first()
    .click();
  await page.waitForURL(/\/dashboard/);
}

export async function logIn(page: Page, person = PERSON): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/dashboard/);
}

export async function addTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByText('Task added')).toBeVisible();
}

export async function delegate(page: Page, title: string): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Delegate to AI' })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delegate' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Answer/ }).check();
  await expect(dialog.getByText('1 credit')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
}
