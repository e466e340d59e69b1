import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '#server/lib/log.ts';
import { ANON, type Caller } from '../db/caller.ts';
import { DatabaseError } from '../db/database.ts';
import { type Authenticator } from '../http/tokens/authentication.ts';
import { type FunctionDefinition, FunctionError } from './function.ts';
import { createFunctionsRoom } from './functions-room.ts';

const ANN: Caller = {
  role: 'authenticated',
  userId: 'ann',
  sessionId: 's',
  claims: { role: 'authenticated' },
  expiresAt: null,
};

const authenticator: Authenticator = {
  fromRequest: async (request) => {
    const token = request.headers.get('authorization');
    if (token === 'Bearer expired')
      return { ok: false, problem: 'expired', message: 'the token has expired' };
    return { ok: true, caller: token === 'Bearer ann' ? ANN : ANON };
  },
  fromToken: async () => ({ ok: true, caller: ANON }),
};

const greet: FunctionDefinition<{ name: string }> = {
  name: 'greet',
  access: 'user',
  input: z.object({ name: z.string().max(10) }),
  handle: async ({ input, caller }) => {
    if (input.name === 'nobody') throw new FunctionError(404, 'not_found', 'Nobody is here');
    if (input.name === 'hog') throw new DatabaseError('PT429', 'your requests take too much');
    if (input.name === 'slow') throw new DatabaseError('57014', 'canceling statement: select secrets');
    if (input.name === 'crash') throw new Error('a secret detail');
    return { greeting: `${input.name} from ${caller.userId}` };
  },
};

const rawBody: FunctionDefinition = {
  name: 'raw',
  access: 'anyone',
  input: null,
  handle: async ({ request }) => new Response(await request.text(), { status: 202 }),
};

const lines: string[] = [];
const room = createFunctionsRoom({
  authenticator,
  definitions: [greet, rawBody],
  log: createLog('error', (line) => lines.push(line)),
});

async function call(path: string, body: string, token = 'ann', method = 'POST') {
  const response = await room.handle(
    new Request(`http://localhost/functions/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body }),
    }),
    { ip: '127.0.0.1', requestId: 'request-1' },
  );
  const text = await response.text();
  return { status: response.status, relay: response.headers.get('x-relay-error'), text };
}

it('calls the named function with validated input, as the caller', async () => {
  expect(await call('greet', '{"name":"Bo"}')).toMatchObject({
    status: 200,
    text: '{"greeting":"Bo from ann"}',
  });
});

it('passes the raw body to a function that reads it itself, and returns its response unchanged', async () => {
  expect(await call('raw', ' {"a" : 1} ', 'nobody')).toMatchObject({ status: 202, text: ' {"a" : 1} ' });
});

it.each([
  ['an unknown function', 'nothing', '{}', 'ann', 404, 'NOT_FOUND', 'true'],
  ['a name of Object.prototype', 'constructor', '{}', 'ann', 404, 'NOT_FOUND', 'true'],
  ['a visitor', 'greet', '{"name":"Bo"}', 'nobody', 401, 'unauthorized', 'true'],
  ['an expired token', 'greet', '{"name":"Bo"}', 'expired', 401, 'unauthorized', 'true'],
  ['a wrong type', 'greet', '{"name":1}', 'ann', 400, 'invalid_input', null],
  ['a NUL', 'greet', '{"name":"\\u0000"}', 'ann', 400, 'invalid_input', null],
  ['half a character', 'greet', '{"name":"\\ud800"}', 'ann', 400, 'invalid_input', null],
  ['no body', 'greet', '', 'ann', 400, 'invalid_input', null],
  ['an expected refusal', 'greet', '{"name":"nobody"}', 'ann', 404, 'not_found', null],
  ['a person who asks for too much', 'greet', '{"name":"hog"}', 'ann', 429, 'too_many_requests', null],
  ['what takes too long', 'greet', '{"name":"slow"}', 'ann', 504, 'timeout', null],
  ['a failure of our own', 'greet', '{"name":"crash"}', 'ann', 500, 'unexpected_failure', null],
])('answers %s with its code', async (_what, path, body, token, status, code, relay) => {
  const answer = await call(path, body, token);
  expect(answer).toMatchObject({ status, relay });
  expect(JSON.parse(answer.text)).toMatchObject({ code });
});

it('names the invalid field, and never reveals internal errors', async () => {
  expect((await call('greet', '{"name":1}')).text).toContain('name: ');
  expect((await call('greet', '{"name":"crash"}')).text).not.toContain('secret');
  expect(lines.join()).toContain('a secret detail');
});

it('refuses bodies that are not JSON or too large, and other methods', async () => {
  expect((await call('greet', '{"name":')).status).toBe(400);
  expect((await call('greet', `{"name":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
  expect((await call('greet', '', 'ann', 'GET')).status).toBe(405);
});
