import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startWebSimulator } from '#simulators/web/start-web-simulator.ts';
import { createBraveSearch } from './brave.ts';
import { describeSearch } from './search-contract.ts';
import { createSearxngSearch } from './searxng.ts';
import { createTavilySearch } from './tavily.ts';

describeSearch('SearXNG', ({ url }) => createSearxngSearch({ url }));
describeSearch('Brave', ({ url, apiKey }) => createBraveSearch({ url, apiKey }));
describeSearch('Tavily', ({ url, apiKey }) => createTavilySearch({ url, apiKey }));

it.each([
  [
    'are blocked',
    [
      ['duckduckgo', 'CAPTCHA'],
      ['brave', 'Suspended: too many requests'],
    ],
    'upstream',
  ],
  ['have nothing', [], null],
])('no results from SearXNG whose engines %s', async (_why, unresponsive_engines, kind) => {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ query: 'tyres', results: [], unresponsive_engines }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asking = createSearxngSearch({ url: `http://127.0.0.1:${port}` }).search(
    { words: 'tyres', language: 'en', count: 5 },
    { signal: new AbortController().signal },
  );
  if (kind === null) expect((await asking).hits).toEqual([]);
  else
    await expect(asking).rejects.toMatchObject({
      kind,
      retryable: true,
      message: expect.stringContaining('duckduckgo (CAPTCHA)'),
    });
  server.close();
});

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
