import type { Page } from '@playwright/test';
import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { enter } from '../world/signed-in.ts';
import { addTask, expect, test } from '../world/world.ts';

// Nothing is said about a provider: the demo answers.
const server = fileServer();

const FOUND = {
  servers: [
    {
      name: 'Ollama',
      base: 'http://127.0.0.1:11434/v1',
      models: ['nomic-embed-text:latest', 'gemma4:latest', 'qwen3:8b'],
    },
    { name: 'vLLM', base: 'http://127.0.0.1:8000/v1', models: [] },
  ],
};

/** What the server says of this computer, in turn: what really runs here is nothing to rest a test on. */
async function answers(page: Page, ...bodies: object[]): Promise<() => number> {
  let asked = 0;
  await page.route('**/functions/v1/find-local-models', (route) => {
    const body = bodies[asked];
    asked += 1;
    return body ? route.fulfill({ json: body }) : route.fulfill({ status: 500, body: '' });
  });
  return () => asked;
}

let people = 0;
async function enterAt(page: Page, path: string): Promise<void> {
  people += 1;
  const email = `connect-${people}@example.org`;
  const person = await makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
  await enter(page, server.url, person, path);
}

const connecting = (page: Page) => page.getByRole('dialog', { name: 'Connect a model' });
const opener = (page: Page) => page.getByRole('button', { name: 'Connect a model' });

for (const [colorScheme, viewport] of [
  ['light', { width: 1280, height: 860 }],
  ['dark', { width: 390, height: 844 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} px`, () => {
    test.use({ colorScheme, viewport, permissions: ['clipboard-read', 'clipboard-write'] });

    test('by keyboard, the notice of the demo leads to lines for a model that runs here', async ({
      page,
    }) => {
      const asked = await answers(page, { servers: [] }, FOUND);
      await enterAt(page, '/settings#credits');
      await opener(page).press('Enter');
      const dialog = connecting(page);
      await expect(dialog).toContainText('AI_API_KEY=sk-or-…');
      expect(await findings(page), 'before the look').toEqual([]);
      expect(asked(), 'asked without consent').toBe(0);

      await dialog.getByRole('button', { name: 'Look for a model on this computer' }).press('Enter');
      await expect(dialog.getByRole('status')).toHaveText(
        'No local model server found. Start one, then look again.',
      );
      const again = dialog.getByRole('button', { name: 'Look again' });
      await expect(again).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('status')).toContainText('Found 2 local model servers.');
      await expect(dialog).toContainText('vLLM (http://127.0.0.1:8000/v1) has no model yet.');
      await expect(dialog).toContainText('AI_MODEL_FAST=gemma4:latest');
      await dialog.getByLabel('Ollama model').selectOption('qwen3:8b');
      await dialog.getByRole('button', { name: 'Copy the lines for Ollama' }).press('Enter');
      await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'AI_BASE_URL=http://127.0.0.1:11434/v1\nAI_MODEL_FAST=qwen3:8b\n',
      );
      expect(await findings(page), 'found').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener(page)).toBeFocused();
    });
  });
}

test('a look that fails can be repeated', async ({ page }) => {
  await answers(page);
  await enterAt(page, '/settings#credits');
  await opener(page).click();
  await connecting(page).getByRole('button', { name: 'Look for a model on this computer' }).click();
  await expect(connecting(page).getByRole('alert')).toHaveText('Couldn’t check this computer');
  await expect(connecting(page).getByRole('button', { name: 'Look again' })).toBeEnabled();
});

test('over a task that is being handed over, keys are the upper dialog’s', async ({ page }) => {
  await enterAt(page, '/dashboard');
  await addTask(page, 'Compare two roofs');
  await page.getByRole('button', { name: 'Delegate to AI' }).click();
  const lower = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await lower.getByRole('radio', { name: /^Answer/ }).check();
  await opener(page).click();
  await expect(connecting(page)).toBeVisible();
  // Would delegate, were it the lower one's.
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expect(connecting(page)).toBeHidden();
  await expect(lower).toBeVisible();
  await expect(opener(page)).toBeFocused();
});
