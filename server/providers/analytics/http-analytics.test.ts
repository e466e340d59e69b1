import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createHttpAnalytics } from './http-analytics.ts';

const bea = { email: 'bea@example.org', name: 'Bea Example' };
const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function destination(answer: (response: ServerResponse) => void) {
  const got: Array<{ request: IncomingMessage; body: string }> = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push({ request, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/sign-ups`, got };
}

it('sends the key, the e-mail and the name, and nothing else', async () => {
  const { url, got } = await destination((response) => response.writeHead(204).end());
  await createHttpAnalytics({ url, key: 'k-1' }).reportSignUp(bea);
  expect(got.map(({ request, body }) => [request.method, request.url, JSON.parse(body)])).toEqual([
    ['POST', '/sign-ups', { key: 'k-1', ...bea }],
  ]);
  expect(got[0]?.request.headers['content-type']).toBe('application/json');
});

it.each([
  ['a refusal', (response: ServerResponse) => response.writeHead(500).end('bea@example.org is too much')],
  ['a redirection elsewhere', (response: ServerResponse) => response.writeHead(307, { Location: '/' }).end()],
  ['silence', () => undefined],
])('fails on %s, without any content of the report', async (_case, answer) => {
  const { url, got } = await destination(answer);
  const failure: unknown = await createHttpAnalytics({ url, key: null, limit: 300 })
    .reportSignUp(bea)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure)).not.toContain('bea');
  expect(got).toHaveLength(1);
});
