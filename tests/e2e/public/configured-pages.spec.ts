import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

/** Another host: a policy provider, a form for codes and a destination of sign-ups in one. */
let outside: Server;
/** What was posted to it. */
const told: unknown[] = [];
const folder = mkdtempSync(join(tmpdir(), 'errand-brand-'));

const server = fileServer(async () => {
  outside = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'POST') told.push(JSON.parse(body));
      response.setHeader('Content-Type', 'text/html').end(`<h1>Outside ${request.url}</h1>`);
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const BRAND_FILE = join(folder, 'brand.json');
  const pages = { policyEmbedUrl: `${url}/policies/{policy}`, redeemFormUrl: `${url}/form` };
  writeFileSync(BRAND_FILE, JSON.stringify(pages));
  return {
    env: {
      BRAND_FILE,
      BRAND_NAME: 'Mercury',
      BRAND_LEGAL_LINE: 'Mercury Tasks Ltd, 4 Canal Street, 1015 Riverton. VAT XX123456789.',
      BRAND_SUPPORT_EMAIL: 'help@example.org',
      ANALYTICS_URL: `${url}/sign-ups`,
      ANALYTICS_KEY: 'k-1',
    },
  };
});
test.afterAll(() => {
  outside.closeAllConnections();
  outside.close();
  rmSync(folder, { recursive: true });
});

test('the pages name who runs the installation', async ({ page }) => {
  await page.goto(`${server.url}/pricing`);
  await expect(page).toHaveTitle('Pricing | Mercury');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Mercury Tasks Ltd, 4 Canal Street, 1015 Riverton. VAT XX123456789.');
  await expect(footer.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  );
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Mercury`);
});

test('a provider’s policies and form stand in frames, also for whoever comes from another page', async ({
  page,
}) => {
  for (const [path, framed] of [
    ['/privacy', '/policies/privacy'],
    ['/terms', '/policies/terms'],
    ['/cookie', '/policies/cookie'],
    ['/redeem', '/form'],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText(`Outside ${framed}`);
  }
  await page.goto(`${server.url}/pricing`);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Outside /policies/privacy');
});

test('a sign-up is told of, if its person has agreed to the words that say so', async ({ page }) => {
  await signUp(page, 'quiet@example.org', false);
  await signUp(page, 'loud@example.org', true);
  await expect.poll(() => told).toEqual([{ key: 'k-1', email: 'loud@example.org', name: 'Bea Example' }]);
});

async function signUp(page: Page, email: string, agrees: boolean): Promise<void> {
  await page.goto(`${server.url}/register`);
  await page.getByLabel('Full name').fill('Bea Example');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a windy monday');
  await page.getByRole('checkbox', { name: /terms of service/ }).check();
  const box = page.getByRole('checkbox', { name: /share my name and email address with 127\.0\.0\.1:\d+/ });
  await expect(box).toBeEnabled();
  await box.setChecked(agrees);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}
