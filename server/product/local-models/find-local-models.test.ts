import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import { createFunctionsRoom } from '#server/platform/functions/functions-room.ts';
import { createLocalDoor } from '#server/platform/http/local-door.ts';
import { createRateLimiter } from '#server/platform/http/rate-limiter.ts';
import { createLoopbackModels } from '#server/providers/local-models/loopback.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { callerOf, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { findLocalModelsFunction } from './find-local-models.ts';

let test: TestDatabase;
let ann: TestUser;
const listening: Server[] = [];
/** Requests that stand-ins received. */
const asked: string[] = [];

beforeAll(async () => {
  test = await testDatabase();
  ann = await makeUser(test.database);
});
afterEach(async () => {
  await test.database.query('delete from private.rate_limits');
  asked.length = 0;
  for (const server of listening.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => test.close());

/** A local server; returns its port. */
async function standIn(answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    return answer(request, response);
  });
  listening.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const serving =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
const models = (...ids: string[]) => serving(JSON.stringify({ data: ids.map((id) => ({ id, secret: 1 })) }));

interface Look {
  readonly ports?: Record<string, number>;
  readonly ip?: string;
  readonly host?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

const signedIn = async () => ({ ok: true, caller: callerOf(ann) }) as const;

async function look({ ports = {}, ip = '127.0.0.1', host = 'localhost:3000', headers, body = {} }: Look) {
  const room = createFunctionsRoom({
    authenticator: { fromRequest: signedIn, fromToken: signedIn },
    definitions: [
      findLocalModelsFunction({
        localModels: createLoopbackModels({ ports, limit: 4_000 }),
        limiter: createRateLimiter({ database: test.database, clock: systemClock }),
        limits: DEFAULT_LIMITS,
        door: createLocalDoor('http://localhost:3000'),
      }),
    ],
    log: silentLog,
  });
  const request = new Request(`http://${host}/functions/v1/find-local-models`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const response = await room.handle(request, { ip, requestId: 'test' });
  return { status: response.status, body: await response.json() };
}

it('returns name, base and models of those that serve some, and nothing else', async () => {
  const ports = { Ollama: await standIn(models('gemma4', 'gemma4')), vLLM: await standIn(models()) };
  expect(await look({ ports })).toEqual({
    status: 200,
    body: {
      servers: [
        { name: 'Ollama', base: `http://127.0.0.1:${ports.Ollama}/v1`, models: ['gemma4'] },
        { name: 'vLLM', base: `http://127.0.0.1:${ports.vLLM}/v1`, models: [] },
      ],
    },
  });
  expect(asked).toEqual(['GET /v1/models', 'GET /v1/models']);
});

it('lists twenty models, each at most one line of settings', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `org/model-${index}:latest`);
  const port = await standIn(
    models('bad\nAI_API_KEY=x', 'a#b', '$(x)', '"', '/models/My model.gguf', ...many),
  );
  const { body } = await look({ ports: { Ollama: port } });
  expect(body).toMatchObject({ servers: [{ models: ['/models/My model.gguf', ...many.slice(0, 19)] }] });
});

it('ignores what is no model server, elsewhere, too large or too late', async () => {
  const elsewhere = await standIn(models('gemma4'));
  const ports = {
    page: await standIn(serving('<h1>Hello</h1>')),
    form: await standIn(serving('{"data":[{"name":"x"}]}')),
    refusing: await standIn(serving('{"data":[]}', 401)),
    moved: await standIn(
      (_request, response) =>
        void response.writeHead(302, { Location: `http://127.0.0.1:${elsewhere}/v1/models` }).end(),
    ),
    endless: await standIn(models(...Array.from({ length: 20_000 }, (_, index) => `model-number-${index}`))),
    silent: await standIn(() => {}),
  };
  expect(await look({ ports })).toEqual({ status: 200, body: { servers: [] } });
  expect(asked).toHaveLength(6);
});

it.each<[string, Look]>([
  ['another machine', { ip: '203.0.113.7' }],
  ['a proxy on this one', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a name that was bound to this one', { host: 'evil.example' }],
  ['a page behind a proxy that adds nothing', { headers: { origin: 'https://errand.example' } }],
  ['another page of the owner’s browser', { headers: { 'sec-fetch-site': 'cross-site' } }],
])('does not exist for %s', async (_who, from) => {
  const ports = { Ollama: await standIn(models('gemma4')) };
  expect(await look({ ports, ...from })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(asked).toEqual([]);
});

it('takes no address, and is rate-limited', async () => {
  expect(await look({ body: { port: 22 } })).toMatchObject({ status: 400 });
  for (let count = 0; count < 10; count += 1) expect(await look({})).toMatchObject({ status: 200 });
  expect(await look({})).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
});
