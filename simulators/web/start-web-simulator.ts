import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerPage } from './answer-page.ts';
import { answerBrave, answerSearxng, answerTavily, type SearchAnswer } from './answer-search.ts';
import { PAGES } from './find-pages.ts';
import type { WebJournal, WebRequest } from './journal.ts';
import type { SimulatedPage } from './page.ts';

export interface WebSimulator {
  /** URL of the search engines, and of all simulated hosts. */
  readonly url: string;
  readonly apiKey: string;
  readonly port: number;
  /** Names of the simulated hosts, all served here. */
  readonly hosts: readonly string[];
  readonly journal: WebJournal;
  close(): Promise<void>;
}

export interface WebSimulatorOptions {
  readonly port?: number;
  /** Replaces the default pages. */
  readonly pages?: readonly SimulatedPage[];
  /** Fixed behaviour of the search engines. */
  readonly search?: 'answers' | 'hangs' | 'fails' | 'refuses' | 'garbage';
}

/** A small web on loopback: search engines, sites by the requested host name, and traps. */
export async function startWebSimulator(options: WebSimulatorOptions = {}): Promise<WebSimulator> {
  const { pages = PAGES, search = 'answers', port: wanted = 0 } = options;
  if (process.env['NODE_ENV'] === 'production') throw new Error('the simulator does not run in production');
  const requests: WebRequest[] = [];
  const apiKey = 'search-key-0123456789abcdef';
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const at = `${(request.headers.host ?? '').replace(/:\d+$/, '')}${request.url ?? ''}`;
      note(requests, { request, response, at, body });
      const url = new URL(request.url ?? '/', 'http://engine');
      const answer = answerSearch({ apiKey, pages }, { url, body, request });
      if (answer === null) answerPage(response, at, pages);
      else spoil(response, answer, search);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = addressOf(server.address());
  const named = pages.map((page) => page.at.split('/')[0] ?? '');
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    port,
    hosts: [...new Set([...named, 'trap.example', 'closed.example', 'latin.example'])],
    journal: {
      requests,
      pages: () =>
        requests
          .map(({ at }) => at)
          .filter((at) => !at.endsWith('/robots.txt') && !at.startsWith('127.0.0.1')),
      searches: () => requests.flatMap((request) => queryOf(request) ?? []),
      clear: () => void requests.splice(0),
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerSearch(
  host: Parameters<typeof answerSearxng>[0],
  { url, body, request }: { url: URL; body: string; request: IncomingMessage },
): SearchAnswer | null {
  if (!request.headers.host?.startsWith('127.0.0.1')) return null;
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /search':
      return answerSearxng(host, url);
    case 'GET /res/v1/web/search':
      return answerBrave(host, url, request);
    case 'POST /search':
      return answerTavily(host, body, request);
    default:
      return { status: 404, body: { error: 'no such engine' } };
  }
}

function spoil(
  response: ServerResponse,
  { status, body }: SearchAnswer,
  how: WebSimulatorOptions['search'],
): void {
  const send = (code: number, text: string, headers = {}): void =>
    void response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(text);
  switch (how) {
    case 'hangs':
      return;
    case 'fails':
      return send(503, '{"error":"overloaded"}');
    case 'refuses':
      return send(429, '{"error":"too many requests"}', { 'retry-after': '3600' });
    case 'garbage':
      return send(200, '<html>maintenance</html>');
    case 'answers':
    case undefined:
      return send(status, JSON.stringify(body));
  }
}

function note(
  requests: WebRequest[],
  {
    request,
    response,
    at,
    body,
  }: { request: IncomingMessage; response: ServerResponse; at: string; body: string },
): void {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const entry: WebRequest = { method: request.method ?? '', at, headers, body, closed: false };
  requests.push(entry);
  response.once('close', () => {
    entry.closed = true;
  });
}

function queryOf({ at, body }: WebRequest): string | null {
  if (!at.startsWith('127.0.0.1')) return null;
  const inAddress = new URL(`http://${at}`).searchParams.get('q');
  return inAddress ?? /"query":"([^"]*)"/.exec(body)?.[1] ?? null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += String(part);
  return text;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address;
}
