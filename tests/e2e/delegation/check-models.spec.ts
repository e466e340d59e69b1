import type { Page } from '@playwright/test';
import type { Script } from '#simulators/ai/scripts/script.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { enter } from '../world/signed-in.ts';
import { expect, test } from '../world/world.ts';

/** Answers in a form where one is asked for. */
const ABLE: Script = {
  model: 'able',
  does: 'adds up in JSON where a schema is sent, else names colours',
  async run({ request, reply }) {
    await reply.words(request.response_format ? '{"sum": 42}' : 'Red, orange, green');
    await reply.end();
  },
};

let simulator: AiSimulator | undefined;
const server = fileServer(async () => {
  simulator = await startAiSimulator({ scripts: [ABLE] });
  const { url: AI_BASE_URL, apiKey: AI_API_KEY } = simulator;
  const models = {
    AI_MODEL_FAST: 'sim/able',
    AI_MODELS: 'reasoning=sim/late-500-reasoning,doc_summary=sim/fail-404',
  };
  return { env: { AI_BASE_URL, AI_API_KEY, ...models } };
});
test.afterAll(() => simulator?.close());
const calls = () => simulator?.journal.entries.filter(({ method }) => method === 'POST').length;

let people = 0;
async function openSettings(page: Page): Promise<void> {
  people += 1;
  const email = `checks-${people}@example.org`;
  const person = await makeAccount(server.url, { name: 'Mara Lind', email, password: 'a rainy tuesday' });
  await enter(page, server.url, person, '/settings#credits');
}

for (const [colorScheme, viewport] of [
  ['light', { width: 1280, height: 860 }],
  ['dark', { width: 390, height: 844 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} px`, () => {
    test.use({ colorScheme, viewport });

    test('by keyboard, the connected models are tried, and what they did is told', async ({ page }) => {
      const before = calls();
      await openSettings(page);
      const opener = page.getByRole('button', { name: 'Check the AI connection' });
      await opener.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Check the AI connection' });
      await expect(dialog).toContainText('makes a handful of small calls with your key');
      expect(calls(), 'asked without consent').toBe(before);
      await dialog.getByRole('button', { name: 'Run the check' }).press('Enter');
      await expect(dialog.getByRole('status')).toContainText('Asking one model after another.');
      await expect(dialog.getByRole('status')).toContainText('1 tool is set up and doesn’t work yet.');
      await expect(dialog.getByRole('button', { name: 'Check again' })).toBeFocused();
      await expect(dialog.getByRole('listitem').filter({ hasText: 'PDF summary' })).toContainText(
        'Set doc_summary in AI_MODELS to an id that it lists',
      );
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Create image' })).toContainText(
        'Not set up',
      );
      expect(await findings(page)).toEqual([]);

      // What was found stays while the dialog is closed.
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
      await opener.press('Enter');
      await expect(dialog.getByRole('status')).toContainText('1 tool is set up');
    });
  });
}

test('a check that can’t be run says so, and can be tried again', async ({ page }) => {
  await page.route('**/functions/v1/check-models', (route) => route.fulfill({ status: 500, body: '' }));
  await openSettings(page);
  await page.getByRole('button', { name: 'Check the AI connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Run the check' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Couldn’t run the check. Make sure the server is running, then try again.',
  );
  await expect(dialog.getByRole('button', { name: 'Check again' })).toBeEnabled();
});
