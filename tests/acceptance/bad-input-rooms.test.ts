import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { creditsLeft } from './ledger.ts';
import { addTask, type Person, signUp, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;
let person: Person;
let taskId: string;

beforeAll(async () => {
  program = await openProgram();
  person = await signUp(program);
  taskId = await addTask(person);
});
afterAll(() => program.close());

interface Sent {
  readonly method?: string;
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

async function send(path: string, { method, body, headers, token }: Sent = {}) {
  const response = await fetch(`${program.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: program.anonKey,
      authorization: `Bearer ${token ?? person.token}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const codeAndMessage = z.object({ code: z.string(), message: z.string().min(1) });
/** The form in which each room refuses, by its contract. */
const REFUSALS = {
  auth: codeAndMessage,
  functions: codeAndMessage,
  storage: codeAndMessage.extend({ statusCode: z.string(), error: z.string() }),
  realtime: z.union([
    z.object({ message: z.string().min(1) }),
    z.object({ errors: z.object({ messages: z.array(z.string().regex(/^\w.*: /)) }) }),
  ]),
};
type Room = keyof typeof REFUSALS;

/** The refusal's text, after a look at its form. */
async function refusedBy(room: Room, path: string, sent: Sent, statuses: readonly number[]): Promise<string> {
  const { status, body } = await send(path, sent);
  expect(statuses, body).toContain(status);
  REFUSALS[room].parse(JSON.parse(body));
  return body;
}

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
    const told = await refusedBy(room, path, { body }, statuses);
    if (what === '1.1 MB') expect(told).toMatch(/413|larger/);
  });
});

describe('the assistant names what is wrong', () => {
  const good = { ai_task_type: 'answer' };
  it.each([
    ['no task', good, /task_id/],
    ['a task that is no id', { ...good, task_id: 'x' }, /task_id: must be a uuid/],
    ['a number for a task', { ...good, task_id: 5 }, /task_id/],
    ['no type', {}, /ai_task_type/],
    ['an unknown type', { ai_task_type: 'dance' }, /ai_task_type.*answer.*research/],
    ['an unknown language', { ...good, language: 'tlh' }, /language.*en.*th/],
    ['an unknown option', { ...good, speed: 'fast' }, /speed/],
    ['files that are no list', { ...good, attachments: 'x' }, /attachments/],
    [
      'an image out of bounds',
      { ai_task_type: 'create_image', image: { compression: 101 } },
      /image\.compression.*100/,
    ],
    ['a long instruction', { ...good, instruction: 'x'.repeat(10_000) }, /instruction.*2000/],
  ])('%s', async (what, fields, words) => {
    const body = /task$|id$|a number/.test(what) ? fields : { task_id: taskId, ...fields };
    const told = await refusedBy('functions', '/functions/v1/delegate', { body }, [400]);
    expect(told).toMatch(words);
    expect(told).toContain('"invalid_input"');
  });

  it('a key that is no uuid, a run that is none, terms that are not accepted', async () => {
    const body = { task_id: taskId, ...good };
    const headers = { 'idempotency-key': 'x' };
    expect(await refusedBy('functions', '/functions/v1/delegate', { body, headers }, [400])).toMatch(
      /Idempotency-Key/,
    );
    expect(await refusedBy('functions', '/functions/v1/cancel-run', { body: {} }, [400])).toMatch(/run_id/);
    const terms = { body: { terms_accepted: false } };
    expect(await refusedBy('functions', '/functions/v1/ensure-profile', terms, [400])).toMatch(
      /terms_accepted/,
    );
  });
});

describe('the sign-up names what is wrong', () => {
  const email = 'nobody@example.org';
  const password = 'a kettle of violets';
  it.each([
    ['no password', { email }, /password/],
    ['a short password', { email, password: '12345' }, /at least 6/],
    ['a common password', { email, password: 'password' }, /common/],
    ['a number for a password', { email, password: 123456 }, /password/],
    ['an address that is none', { email: 'nobody', password }, /email/],
    ['a number for an address', { email: 5, password }, /email/],
    ['a NUL in the address', { email: 'a\0@example.org', password }, /email/],
    ['an address of 300 characters', { email: `${'x'.repeat(290)}@example.org`, password }, /email/],
    ['a NUL in the name', { email, password, data: { full_name: 'a\0b' } }, /data.*NUL/],
    ['100 KB of metadata', { email, password, data: { full_name: 'x'.repeat(100_000) } }, /data.*8000/],
    ['metadata that is a text', { email, password, data: 'x' }, /data/],
  ])('%s', async (_what, body, words) => {
    expect(await refusedBy('auth', '/auth/v1/signup', { body }, [400, 422])).toMatch(words);
  });

  it('and none of it has made an account', async () => {
    const { error } = await visitor(program).auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  });
});

it.each([
  ['a life that is none', '/sign/task-attachments/x', { expiresIn: 'soon' }, /expiresIn/],
  ['no life', '/sign/task-attachments/x', {}, /expiresIn/],
  ['paths that are no list', '/sign/task-attachments', { expiresIn: 60, paths: 'x' }, /paths/],
  ['a prefix that is a number', '/list/task-attachments', { prefix: 5 }, /prefix/],
  ['a limit that is a text', '/list/task-attachments', { prefix: '', limit: 'all' }, /limit/],
  ['a move from nowhere', '/move', { bucketId: 'task-attachments' }, /sourceKey/],
])('the storage names what is wrong: %s', async (_what, path, body, words) => {
  expect(await refusedBy('storage', `/storage/v1/object${path}`, { body }, [400])).toMatch(words);
});

it('the live room names what is wrong', async () => {
  const tell = (body: unknown) => refusedBy('realtime', '/realtime/v1/api/broadcast', { body }, [422]);
  expect(await tell({})).toMatch(/messages/);
  expect(await tell({ messages: [{ topic: 5, event: 'x', payload: {} }] })).toMatch(/topic/);
  expect(await tell({ messages: [{ topic: 'x', payload: {} }] })).toMatch(/event/);
});

describe('what is not there', () => {
  it.each<[Room, string, string]>([
    ['functions', '/functions/v1/nope', 'NOT_FOUND'],
    ['functions', '/functions/v1', 'NOT_FOUND'],
    ['storage', '/storage/v1/nope', 'Route not found'],
    ['storage', '/storage/v1/object', 'Route not found'],
    ['realtime', '/realtime/v1/nope', 'Not Found'],
  ])('is told by %s in its own form: %s', async (room, path, words) => {
    for (const sent of [{}, { body: {} }]) expect(await refusedBy(room, path, sent, [404])).toContain(words);
  });

  it('is told plainly elsewhere', async () => {
    for (const path of [
      '/auth/v1/nope',
      '/auth/v1',
      '/api/nope',
      '/assets/nope.js',
      '/nope.css',
      '/local/mailbox/nope',
    ]) {
      expect([path, (await send(path)).status]).toEqual([path, 404]);
    }
    for (const path of ['/%00', '/%ff', '/%2e%2e/%2e%2e/etc/passwd', '//evil.example', '/..%5c..%5cetc']) {
      const { status, body } = await send(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(/root:|evil/);
    }
  });

  it('leads a browser to the page that says so', async () => {
    const answer = await send('/no-such-page', { headers: { accept: 'text/html' } });
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
  expect((await send(path, { method })).status).toBe(status);
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
      const answer = await send(path, { ...sent, token });
      expect([what, answer.status]).toEqual([what, status]);
      expect(answer.body).not.toMatch(/\bat \w+ \(|node_modules/);
    }
  });
});

it('a header of 40 KB is refused, and the program lives on', async () => {
  expect((await send('/rest/v1/tasks', { headers: { 'x-much': 'x'.repeat(40_000) } })).status).toBe(431);
  expect((await send('/health')).status).toBe(200);
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

it('after all of it nothing has changed: no run, no credit, no file, no failure of ours in the log', async () => {
  expect((await person.client.from('ai_runs').select('id')).data).toEqual([]);
  expect(await creditsLeft(person)).toBe(15);
  expect(program.calls()).toBe(0);
  expect((await person.client.from('tasks').select('id')).data).toEqual([{ id: taskId }]);
  expect(program.server.output()).not.toMatch(/"level":"error"/);
});
