import type { Page } from '@playwright/test';

/** On the login page, shows the ways that need no configuration. */
export const showOtherWays = (page: Page): Promise<void> =>
  page.getByText('More ways to log in', { exact: true }).click();
