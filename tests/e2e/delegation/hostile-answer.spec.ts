import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makeAccount } from '../world/accounts.ts';
import { fileServer } from '../world/file-server.ts';
import { enter } from '../world/signed-in.ts';
import { addTask, delegate, expect, test } from '../world/world.ts';

let simulator: AiSimulator | undefined;
const server = fileServer(async () => {
  simulator = await startAiSimulator();
  const { url: AI_BASE_URL, apiKey: AI_API_KEY } = simulator;
  return { env: { AI_BASE_URL, AI_API_KEY, AI_MODEL_FAST: 'sim/hostile' } };
});
test.afterAll(() => simulator?.close());

const TITLE = 'Summarise a page that somebody else wrote';
/** What runs, loads or asks for input. A checkbox of a list is drawn, and disabled. */
const ACTIVE =
  'img, script, iframe, frame, object, embed, video, audio, source, link, meta, base, form, style, input:not([disabled]), [srcset], [onerror], [onload]';

for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? 'without the policy of the page' : 'under the policy of the page', () => {
    test.use({ bypassCSP });

    test('an answer that tries to load and run things does neither', async ({ page, context }) => {
      const { url } = server;
      const elsewhere: string[] = [];
      context.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url()))
          elsewhere.push(request.url());
      });
      page.on('dialog', (dialog) => {
        elsewhere.push(dialog.message());
        void dialog.dismiss();
      });
      const email = bypassCSP ? 'mara@example.org' : 'ada@example.org';
      const person = { name: 'Mara Lind', email, password: 'a rainy tuesday' };
      await enter(page, url, await makeAccount(url, person));
      await addTask(page, TITLE);
      await delegate(page, TITLE);
      await page.getByRole('button', { name: 'View Full Response' }).click();
      const answer = page.getByRole('dialog', { name: 'AI Assistant Response' }).getByRole('article');
      await expect(answer.getByText('Image, not loaded: pixel')).toBeVisible();
      await expect(answer.locator(ACTIVE)).toHaveCount(0);
      // Nobody but the model knows these addresses: they can be read, and lead nowhere.
      await expect(answer.getByRole('link')).toHaveCount(0);
      expect(elsewhere).toEqual([]);
    });
  });
}
