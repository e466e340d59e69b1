import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ModelReport } from '#domain/model-report.ts';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import { createFunctionsRoom } from '#server/platform/functions/functions-room.ts';
import { createLocalDoor } from '#server/platform/http/local-door.ts';
import { createRateLimiter } from '#server/platform/http/rate-limiter.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { callerOf, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type CheckModels, checkModelsFunction } from './check-models.ts';

let test: TestDatabase;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  ann = await makeUser(test.database);
  ben = await makeUser(test.database);
});
afterEach(() => test.database.query('delete from private.rate_limits'));
afterAll(() => test.close());

const REPORT: ModelReport = {
  host: 'api.example',
  list: { state: 'ok', note: null, advice: null, count: 3 },
  subjects: [],
  tools: [{ tool: 'answer', state: 'ok', advice: null }],
  cost: 0.001,
};

interface Ask {
  readonly as?: TestUser;
  readonly ip?: string;
  readonly host?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

/** A server that counts its checks. */
function serve(checkModels: CheckModels = async () => REPORT) {
  let checks = 0;
  const definition = checkModelsFunction({
    checkModels(options) {
      checks += 1;
      return checkModels(options);
    },
    limiter: createRateLimiter({ database: test.database, clock: systemClock }),
    limits: DEFAULT_LIMITS,
    door: createLocalDoor('http://localhost:3000'),
  });
  const ask = async ({
    as = ann,
    ip = '127.0.0.1',
    host = 'localhost:3000',
    headers,
    body = {},
  }: Ask = {}) => {
    const signedIn = async () => ({ ok: true, caller: callerOf(as) }) as const;
    const room = createFunctionsRoom({
      authenticator: { fromRequest: signedIn, fromToken: signedIn },
      definitions: [definition],
      log: silentLog,
    });
    const request = new Request(`http://${host}/functions/v1/check-models`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const response = await room.handle(request, { ip, requestId: 'test' });
    return { status: response.status, body: await response.json() };
  };
  return { ask, checks: () => checks };
}

it('returns the results of the check', async () => {
  expect(await serve().ask()).toEqual({ status: 200, body: REPORT });
});

it.each<[string, Ask]>([
  ['another machine', { ip: '203.0.113.7' }],
  ['a proxy on this one', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a name that was bound to this one', { host: 'evil.example' }],
  ['a page behind a proxy that adds nothing', { headers: { origin: 'https://errand.example' } }],
  ['another page of the owner’s browser', { headers: { 'sec-fetch-site': 'cross-site' } }],
])('does not exist for %s', async (_who, from) => {
  const { ask, checks } = serve();
  expect(await ask(from)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(checks()).toBe(0);
});

it('can be run three times in ten minutes by all users together, without parameters', async () => {
  const { ask, checks } = serve();
  expect(await ask({ body: { model: 'dear' } })).toMatchObject({ status: 400 });
  for (const as of [ann, ben, ann]) expect(await ask({ as })).toMatchObject({ status: 200 });
  for (const as of [ann, ben]) {
    expect(await ask({ as })).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
  }
  expect(checks()).toBe(3);
});

it('runs one at a time, and again once the previous one has ended or failed', async () => {
  const first = Promise.withResolvers<ModelReport>();
  let fails = false;
  const { ask } = serve(() => (fails ? Promise.reject(new Error('broken')) : first.promise));
  const running = ask();
  expect(await ask({ as: ben })).toMatchObject({ status: 409, body: { code: 'already_running' } });
  first.resolve(REPORT);
  expect(await running).toMatchObject({ status: 200 });
  fails = true;
  expect(await ask()).toMatchObject({ status: 500 });
  fails = false;
  expect(await ask()).toMatchObject({ status: 200 });
});
