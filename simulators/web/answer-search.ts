import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { searchPages, snippetOf } from './find-pages.ts';
import type { SimulatedPage } from './page.ts';

/** An engine's response. */
export interface SearchAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface SearchHost {
  readonly apiKey: string;
  readonly pages: readonly SimulatedPage[];
}

const urlOf = (page: SimulatedPage): string => `http://${page.at}`;
const refused = (status: number, message: string): SearchAnswer => ({ status, body: { error: message } });

/** SearXNG: `GET /search`; 403 for a format not listed in its settings. */
export function answerSearxng(host: SearchHost, url: URL): SearchAnswer {
  const query = url.searchParams.get('q');
  if (url.searchParams.get('format') !== 'json') return refused(403, 'this format is switched off');
  if (!query) return refused(400, 'no query');
  const results = searchPages(query, host.pages).map((page, index) => ({
    url: urlOf(page),
    title: page.title,
    content: snippetOf(page),
    engine: 'simulated',
    score: 1 / (index + 1),
    publishedDate: null,
  }));
  return {
    status: 200,
    body: { query, number_of_results: 0, results, answers: [], suggestions: [], unresponsive_engines: [] },
  };
}

/** Brave: `GET /res/v1/web/search`, with the key in its own header. */
export function answerBrave(host: SearchHost, url: URL, request: IncomingMessage): SearchAnswer {
  if (request.headers['x-subscription-token'] !== host.apiKey)
    return refused(422, 'no valid subscription token');
  const query = url.searchParams.get('q') ?? '';
  const count = Number(url.searchParams.get('count') ?? 20);
  if (query === '' || query.length > 400 || !Number.isInteger(count) || count < 1 || count > 20)
    return refused(422, 'q or count is out of range');
  const results = searchPages(query, host.pages)
    .slice(0, count)
    .map((page) => ({
      type: 'search_result',
      title: page.title,
      url: urlOf(page),
      description: `<strong>${snippetOf(page)}</strong>`,
      page_age: '2026-10-01T00:00:00',
    }));
  return {
    status: 200,
    body: { type: 'search', query: { original: query }, web: { type: 'search', results } },
  };
}

const tavilyRequest = z.strictObject({
  query: z.string().min(1).max(400),
  max_results: z.int().min(0).max(20).optional(),
  search_depth: z.enum(['basic', 'advanced', 'fast', 'ultra-fast']).optional(),
  include_answer: z.boolean().optional(),
  include_raw_content: z.boolean().optional(),
});

/** Tavily: `POST /search` with a bearer token. */
export function answerTavily(host: SearchHost, body: string, request: IncomingMessage): SearchAnswer {
  if (request.headers.authorization !== `Bearer ${host.apiKey}`)
    return { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } } };
  const parsed = tavilyRequest.safeParse(JSON.parse(body));
  if (!parsed.success) return { status: 400, body: { detail: { error: 'Invalid request' } } };
  const { query, max_results: count = 5 } = parsed.data;
  const results = searchPages(query, host.pages)
    .slice(0, count)
    .map((page, index) => ({
      url: urlOf(page),
      title: page.title,
      content: snippetOf(page),
      score: 1 / (index + 1),
      raw_content: null,
    }));
  return { status: 200, body: { query, images: [], results, response_time: 0.4, request_id: 'simulated' } };
}
