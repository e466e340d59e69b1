import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileServer } from '../world/file-server.ts';
import { expect, test } from '../world/world.ts';

/** Another host, whose player the operator has named. */
let player: Server;
let playerUrl = '';
const folder = mkdtempSync(join(tmpdir(), 'errand-brand-'));

const server = fileServer(async () => {
  player = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<h1>Another video</h1>');
  });
  await new Promise<void>((resolve) => player.listen(0, '127.0.0.1', resolve));
  const address = player.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  playerUrl = `http://127.0.0.1:${address.port}`;
  const BRAND_FILE = join(folder, 'brand.json');
  writeFileSync(
    BRAND_FILE,
    JSON.stringify({
      name: 'Mercury',
      legalLine: 'Mercury Tasks Ltd, 4 Canal Street, 1015 Riverton. VAT XX123456789.',
      supportEmail: 'help@example.org',
      socialLinks: ['https://social.example/mercury'],
      testimonials: false,
      affiliateUrl: 'https://partners.example/mercury',
      demoVideoUrl: `${playerUrl}/embed/1`,
    }),
  );
  return { env: { BRAND_FILE } };
});
test.afterAll(() => {
  player.closeAllConnections();
  player.close();
  rmSync(folder, { recursive: true });
});

test('the page names who runs the installation, and shows what they have chosen', async ({ page }) => {
  await page.goto(server.url);
  await expect(page).toHaveTitle('Mercury. You keep the list. Mercury runs it.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You keep the list.Mercury runs it.');
  await expect(page.getByRole('heading', { name: 'Made with three people in mind' })).toBeHidden();

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Mercury Tasks Ltd, 4 Canal Street, 1015 Riverton. VAT XX123456789.');
  const affiliate = footer.getByRole('link', { name: 'Affiliate program' });
  await expect(affiliate).toHaveAttribute('href', 'https://partners.example/mercury');
  await expect(affiliate).toHaveAttribute('target', '_blank');
  await expect(footer.getByRole('link', { name: 'social.example' })).toHaveAttribute(
    'href',
    'https://social.example/mercury',
  );

  const questions = page.locator('#questions');
  await page.getByText('How do I get help?').click();
  // In the answer, and below all questions.
  await expect(questions.getByRole('link', { name: 'Write to us', exact: true })).toHaveCount(2);
  await page.getByText('How do I delete my data?').click();
  await expect(questions.getByText('whoever runs this server')).toHaveCount(3);
  await expect(questions.getByText('whoever runs this server').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Write that email' })).toHaveAttribute(
    'href',
    'mailto:help@example.org?subject=Delete%20my%20data',
  );
});

test('the demo is the video that was named, and its host is asked only then', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const response = await page.goto(server.url, { waitUntil: 'networkidle' });
  expect(response?.headers()['content-security-policy']).toContain(`frame-src 'self' blob: ${playerUrl};`);
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);
  await page.getByRole('button', { name: 'View Demo' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Another video');
  await expect(page.locator('video')).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/demo/'))).toEqual([]);
});
