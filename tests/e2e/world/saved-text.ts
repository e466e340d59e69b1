import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** What a press of something that saves a file has saved, as text. */
export async function savedText(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await press();
  return readFile(await (await download).path(), 'utf8');
}
