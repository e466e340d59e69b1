import { test as base, expect } from '@playwright/test';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import type { OperatorPlace } from '#tests/worlds/operator.ts';
import { anonKeyOf, removeDataDir, startServer } from '#tests/worlds/server-process.ts';

export interface Site {
  readonly url: string;
  readonly anonKey: string;
  /** For the operator's command line. */
  readonly place: OperatorPlace;
}

/**
 * One installation for all tests of a worker that ask for it. Every test extends this one, also where it starts an
 * installation of its own: Playwright starts another worker, with another browser, for tests with other worker fixtures.
 */
export const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are wanted: none
    async ({}, use) => {
      // It shows its pictures on the way.
      const simulator = await startAiSimulator({ aliases: { 'gpt-image-1.5': 'sim/image-preview-2500' } });
      const server = await startServer({
        env: {
          AI_BASE_URL: simulator.url,
          AI_API_KEY: simulator.apiKey,
          AI_MODEL_FAST: 'sim/slow-3000',
          AI_MODELS: 'reasoning=sim/reasoned,doc_summary=sim/pdf-swapping,data_analysis=sim/analyst-typing',
          IMAGE_BASE_URL: simulator.url,
          IMAGE_API_KEY: simulator.apiKey,
          IMAGE_MODEL: 'gpt-image-1.5',
          // The first edit of all is refused.
          IMAGE_EDIT_MODEL: 'sim/image-flaky-1-image-moderated',
          MAIL_AUTOCONFIRM: 'on',
          RATE_LIMITS: 'sign_in=off,mail=off',
        },
      });
      const anonKey = await anonKeyOf(server.url);
      const place = { dataDir: server.dataDir, env: { PORT: new URL(server.url).port } };
      await use({ url: server.url, anonKey, place });
      const code = await server.stop();
      await simulator.close();
      await removeDataDir(server.dataDir);
      expect(code, server.output()).toBe(0);
    },
    { scope: 'worker' },
  ],
});
