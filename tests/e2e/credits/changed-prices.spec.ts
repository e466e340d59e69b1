import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir, startServer } from '#tests/worlds/server-process.ts';
import { makeAccount } from '../world/accounts.ts';
import { expect, logIn, test } from '../world/world.ts';

const PERSON = { name: 'Ada Example', email: 'ada@example.org', password: 'a clear monday' };
const folder = mkdtempSync(join(tmpdir(), 'errand-catalogue-'));
const CATALOGUE_FILE = join(folder, 'catalogue.json');
test.afterAll(() => rmSync(folder, { recursive: true }));

const sell = (start: { credits: number; price: number }): void =>
  writeFileSync(
    CATALOGUE_FILE,
    JSON.stringify({
      currency: 'EUR',
      yearlySavingPercent: 20,
      packs: [{ credits: 100, price: 5 }],
      plans: { start: { name: 'Basic', ...start }, pro: { name: 'Team', credits: 900, price: 29 } },
    }),
  );

test('whoever has a plan sees what they bought it for, after prices have changed', async ({ page }) => {
  const env = { CATALOGUE_FILE, RATE_LIMITS: 'sign_in=off,mail=off' };
  sell({ credits: 200, price: 8 });
  const before = await startServer({ env });
  await makeAccount(before.url, PERSON);
  await page.goto(`${before.url}/login`);
  await logIn(page, PERSON);
  await page.goto(`${before.url}/pricing`);
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await page.getByRole('button', { name: 'Complete test payment' }).click();
  await expect(page.getByText('215 left', { exact: true })).toBeVisible();
  // Nothing is asked of a server that is away.
  await page.goto('about:blank');
  await before.stop();

  sell({ credits: 50, price: 19 });
  const { dataDir } = before;
  const after = await startServer({ env, dataDir, port: Number(new URL(before.url).port) });
  await page.goto(`${after.url}/pricing`);
  const basic = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Basic plan' }) });
  await expect(basic).toContainText('You keep what you bought. The plan on sale today is different.');
  await expect(basic).toContainText('€8a month');
  await expect(basic).toContainText('200 each month');
  // To others it costs what it costs.
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await page.goto(`${after.url}/pricing`);
  await expect(basic).toContainText('€19a month');
  await expect(basic).toContainText('50 each month');
  expect(await after.stop(), after.output()).toBe(0);
  await removeDataDir(dataDir);
});
