import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startWebSimulator } from '#simulators/web/start-web-simulator.ts';
import { removeDataDir, startServer } from '#tests/worlds/server-process.ts';
import { searchSettings } from '#tests/worlds/web-hosts.ts';
import { test as base } from './world.ts';

/** An installation that reaches the simulated web: its address. One per test; `settings` are added to its own. */
export const test = base.extend<{ url: string; settings: Readonly<Record<string, string>> }>({
  settings: [{}, { option: true }],
  url: async ({ model, settings }, use) => {
    const [simulator, web] = [await startAiSimulator(), await startWebSimulator()];
    const server = await startServer({
      env: {
        AI_BASE_URL: simulator.url,
        AI_API_KEY: simulator.apiKey,
        AI_MODEL_FAST: model,
        ...searchSettings(web),
        RATE_LIMITS: 'sign_in=off,mail=off',
        ...settings,
      },
    });
    await use(server.url);
    await server.stop();
    await Promise.all([simulator.close(), web.close(), removeDataDir(server.dataDir)]);
  },
});
