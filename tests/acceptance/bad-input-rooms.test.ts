import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { type Room, refusedBy, type Sent, send } from './refused-by.ts';

let program: Program;
let person: Person;

beforeAll(async () => {
  program = await openProgram();
  person = await signUp(program);
});
afterAll(() => program.close());

const me = () => ({ program, person });

const DOORS: readonly [room: Room, path: string][] = [
  ['auth', '/auth/v1/signup'],
  ['auth', '/auth/v1/token?grant_type=password'],
  ['auth', '/auth/v1/recover'],
  ['functions', '/functions/v1/delegate'],
  ['functions', '/functions/v1/cancel-run'],
  ['functions', '/functions/v1/ensure-profile'],
  ['storage', '/storage/v1/object/list/task-attachments'],
  ['storage', '/storage/v1/object/sign/task-attachments'],
  ['storage', '/storage/v1/object/move'],
  ['realtime', '/realtime/v1/api/broadcast'],
];

describe.each(DOORS)('%s: %s', (room, path) => {
  it.each([
    ['no JSON', 'hello', [400, 422]],
    ['half a JSON', '{"a":', [400, 422]],
    ['a list', '[1,2]', [400, 422]],
    ['a text', '"a"', [400, 422]],
    ['5,000 levels', '['.repeat(5000) + ']'.repeat(5000), [400, 422]],
    ['1.1 MB', JSON.stringify({ email: 'x'.repeat(1_100_000) }), [413, 400]],
  ])('refuses %s in the form of its room', async (what, body, statuses) => {
    const told = await refusedBy(me(), path, { room, body, statuses });
    if (what === '1.1 MB') expect(told).toMatch(/413|larger/);
  });
});

describe('what is not there', () => {
  it.each<[Room, string, string]>([
    ['functions', '/functions/v1/nope', 'NOT_FOUND'],
    ['functions', '/functions/v1', 'NOT_FOUND'],
    ['storage', '/storage/v1/nope', 'Route not found'],
    ['storage', '/storage/v1/object', 'Route not found'],
    ['realtime', '/realtime/v1/nope', 'Not Found'],
  ])('is told by %s in its own form: %s', async (room, path, words) => {
    for (const sent of [{}, { body: {} }])
      expect(await refusedBy(me(), path, { room, ...sent, statuses: [404] })).toContain(words);
  });

  it('is told plainly elsewhere', async () => {
    for (const path of ['/auth/v1/nope', '/auth/v1', '/api/nope', '/assets/nope.js', '/nope.css']) {
      expect([path, (await send(me(), path)).status]).toEqual([path, 404]);
    }
  });

  it.each([
    '/%00',
    '/%ff',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc',
    '//evil.example/x',
  ])('is told plainly also by the odd name %s', async (path) => {
    // Not by fetch, which would tidy the name up first.
    const asked = get(`${program.url}/`, { path });
    const [response] = await once(asked, 'response');
    let body = '';
    for await (const chunk of response) body += String(chunk);
    expect([response.statusCode, body]).toEqual([404, 'Not found']);
  });

  it('leads a browser to the page that says so', async () => {
    const answer = await send(me(), '/no-such-page', { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/404']);
  });
});

it.each([
  ['GET', '/auth/v1/signup', 405],
  ['DELETE', '/auth/v1/token', 405],
  ['GET', '/functions/v1/delegate', 405],
  ['DELETE', '/realtime/v1/api/broadcast', 405],
  ['PATCH', '/storage/v1/bucket', 404],
  ['POST', '/health', 405],
  ['DELETE', '/config.json', 405],
  ['PROPFIND', '/', 405],
])('%s %s is not a way to ask', async (method, path, status) => {
  expect((await send(me(), path, { method })).status).toBe(status);
});

describe('a token that is none', () => {
  const forged = (): [string, string][] => {
    const [head, payload, signature] = person.token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = { sub: person.id, role: 'service_role', exp: 9_999_999_999 };
    const other = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return [
      ['a word', 'x'],
      ['three words', 'a.b.c'],
      ['unsigned', `${none}.${payload}.`],
      ['with other claims', `${head}.${other}.${signature}`],
      ['with another signature', `${head}.${payload}.${'A'.repeat(signature?.length ?? 0)}`],
    ];
  };

  it.each<[string, Sent, number]>([
    ['/rest/v1/tasks', {}, 401],
    ['/auth/v1/user', {}, 403],
    ['/storage/v1/bucket', {}, 400],
    ['/functions/v1/delegate', { body: {} }, 401],
    ['/realtime/v1/api/broadcast', { body: { messages: [] } }, 401],
  ])('opens nothing at %s, not even what a visitor sees', async (path, sent, status) => {
    for (const [what, token] of forged()) {
      const answer = await send(me(), path, { ...sent, token });
      expect([what, answer.status]).toEqual([what, status]);
      expect(answer.body).not.toMatch(/\bat \w+ \(|node_modules/);
    }
  });
});

it('a header of 40 KB is refused, and the program lives on', async () => {
  expect((await send(me(), '/rest/v1/tasks', { headers: { 'x-much': 'x'.repeat(40_000) } })).status).toBe(
    431,
  );
  expect((await send(me(), '/health')).status).toBe(200);
});

it('a socket that hears nonsense answers sense all the same', async () => {
  const url = `${program.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${program.anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(url);
  const heard: unknown[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const nonsense = [
    '',
    'hello',
    '{}',
    '[]',
    '[1,2,3,4,5]',
    '["1","1","realtime:x","phx_join",5]',
    '['.repeat(5000),
  ];
  for (const text of nonsense) socket.send(text);
  socket.send(new Uint8Array([3, 255, 255, 255, 0]));
  socket.send(JSON.stringify([null, '7', 'phoenix', 'heartbeat', {}]));
  await expect
    .poll(() => heard)
    .toContainEqual([null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]);
  socket.close();
});

it('after all of it the program has no failure of its own in its log', () => {
  expect(program.server.output()).not.toMatch(/"level":"error"/);
});
