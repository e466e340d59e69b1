import type { Locator, Page } from '@playwright/test';

/** Opens a row of the settings page, unless it is open, and returns it. */
export async function openRow(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('region', { name, exact: true });
  const button = row.getByRole('button', { name: new RegExp(`^(Change|Show|Add|Close) ${name}$`) });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return row;
}
