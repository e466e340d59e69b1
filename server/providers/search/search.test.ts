import { expect, it } from 'vitest';
import { startWebSimulator } from '#simulators/web/start-web-simulator.ts';
import { createBraveSearch } from './brave.ts';
import { describeSearch } from './search-contract.ts';
import { createSearxngSearch } from './searxng.ts';
import { createTavilySearch } from './tavily.ts';

describeSearch('SearXNG', ({ url }) => createSearxngSearch({ url }));
describeSearch('Brave', ({ url, apiKey }) => createBraveSearch({ url, apiKey }));
describeSearch('Tavily', ({ url, apiKey }) => createTavilySearch({ url, apiKey }));

it.each([createBraveSearch, createTavilySearch])(
  'a wrong key is reported as the operator’s failure',
  async (create) => {
    const web = await startWebSimulator();
    const engine = create({ url: web.url, apiKey: 'another' });
    const asking = engine.search(
      { words: 'tyres', language: 'en', count: 5 },
      { signal: new AbortController().signal },
    );
    await expect(asking).rejects.toMatchObject({ kind: 'auth', retryable: false });
    await web.close();
  },
);
