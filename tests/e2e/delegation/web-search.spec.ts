import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { savedText } from '../world/saved-text.ts';
import { enter } from '../world/signed-in.ts';
import { test } from '../world/web-installation.ts';
import { addTask, expect, type Page, PERSON } from '../world/world.ts';

const TITLE = 'Check the winter tyre rules for the drive to Bolzano';

async function handOver(page: Page, url: string, tool: RegExp): Promise<void> {
  await enter(page, url, await makeAccount(url, PERSON));
  await addTask(page, TITLE);
  await page
    .getByRole('listitem')
    .filter({ hasText: TITLE })
    .getByRole('button', { name: 'Delegate to AI' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: tool }).check();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(page.getByText('AI has completed your task!')).toBeVisible();
}

/** A writer that changes a number. */
test.use({ model: 'sim/team-swapping' });

test('a web search shows its steps, cites what it read, and says what it could not verify', async ({
  page,
  url,
}) => {
  await handOver(page, url, /^Web search/);

  // The stub of the slip counts them before anything is opened.
  const row = page.getByRole('listitem').filter({ hasText: TITLE });
  await expect(row.getByText(/^\d+ sources$/)).toBeVisible();
  await expect(row.getByText('1 not verified', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  const receipt = response.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('Searched, 3 queries')).toBeVisible();
  await expect(receipt.getByText(/^Read \d+ pages, kept 8 quotes$/)).toBeVisible();
  await expect(receipt.getByText('To SearXNG:', { exact: true })).toBeVisible();
  await expect(receipt.getByText('“winter tyres law Austria”', { exact: true })).toBeVisible();

  // The number that the writer changed stands marked in the answer, and named in the receipt.
  await expect(response.getByRole('article').getByText('not verified', { exact: true })).toHaveCount(1);
  await expect(receipt.getByText(/from 2 November to 15 April/)).toBeVisible();

  await response.getByRole('article').getByRole('button', { name: 'Source 2' }).first().click();
  const source = receipt.getByRole('group').filter({ hasText: 'motorway.example' });
  await expect(source.getByText('The fine for driving without them starts at 87 euros.')).toBeVisible();
  await expect(source.getByRole('link', { name: /A22 Brenner/ })).toHaveAttribute(
    'href',
    'http://motorway.example/a22/equipment',
  );

  const text = await savedText(page, () =>
    response.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(text).toMatch(/from 2 November to 15 April.*\(not verified\)/);
  expect(text).toContain('http://motorway.example/a22/equipment');

  expect(await findings(page)).toEqual([]);
});

test.describe('research', () => {
  test.use({ model: 'sim/team' });

  test('shows its plan and what it covered, cites what it read, and is taken along with its sources', async ({
    page,
    url,
  }) => {
    await handOver(page, url, /^Research/);
    await page.getByRole('button', { name: 'View Full Response' }).click();
    const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
    const receipt = response.getByRole('complementary', { name: 'Receipt' });
    await expect(receipt.getByText('Planned 4 searches')).toBeVisible();
    await expect(receipt.getByText(/^Read \d+ pages, kept \d+ quotes$/).first()).toBeVisible();
    await response
      .getByRole('article')
      .getByRole('button', { name: /^Source \d$/ })
      .first()
      .click();
    await expect(receipt.locator('details[open] blockquote').first()).toBeVisible();

    const text = await savedText(page, () =>
      response.getByRole('button', { name: 'Download', exact: true }).click(),
    );
    expect(text).toMatch(/winter tyres/i);
    expect(text).toMatch(/\.example\//);
  });
});
