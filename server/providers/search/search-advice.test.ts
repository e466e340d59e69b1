import { expect, it } from 'vitest';
import { SearchError } from './search.ts';
import { adviceForSearch } from './search-advice.ts';

const failed = (kind: SearchError['kind'], status?: number) =>
  new SearchError(kind, 'x', { retryable: false, ...(status !== undefined && { status }) });

it.each([
  ['searxng', failed('auth', 403), /search\.formats/],
  ['brave', failed('auth', 422), /SEARCH_API_KEY/],
  ['tavily', failed('auth', 403), /SEARCH_API_KEY/],
  ['brave', failed('payment', 402), /out of credit/],
  ['brave', failed('rate', 429), /Wait a minute/],
  ['searxng', failed('rate', 429), /server\.limiter/],
  ['searxng', failed('upstream'), /engines behind SearXNG block it/],
  ['searxng', failed('upstream', 503), /is having problems/],
  ['searxng', failed('protocol'), /SEARCH_BASE_URL/],
  ['searxng', failed('request', 404), /SEARCH_BASE_URL/],
])('%s: %s', (engine, error, advice) => {
  const said = adviceForSearch(error, { engine, baseUrl: 'http://search.example' });
  expect(said).toMatch(advice);
  expect(said).not.toContain('AI_');
});

it('names an engine that is unreachable', () => {
  const cause = new TypeError('fetch failed', {
    cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
  });
  const error = new SearchError('upstream', 'no answer from 127.0.0.1:8888', { retryable: true, cause });
  expect(adviceForSearch(error, { engine: 'searxng', baseUrl: 'http://127.0.0.1:8888' })).toMatch(
    /Nothing is listening at 127\.0\.0\.1:8888\. .*SEARCH_BASE_URL/,
  );
});
