import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditsLeft } from './ledger.ts';
import { addTask, type Person, signUp, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { type Room, refusedBy } from './refused-by.ts';

let program: Program;
let person: Person;
let taskId: string;

beforeAll(async () => {
  program = await openProgram();
  person = await signUp(program);
  taskId = await addTask(person);
});
afterAll(() => program.close());

/** What a room answers to a body that is JSON, but not what it wants. */
const told = (room: Room, path: string, body: unknown, headers = {}): Promise<string> =>
  refusedBy({ program, person }, path, { room, body, headers, statuses: [400, 422] });

describe('the assistant names what is wrong', () => {
  const good = { ai_task_type: 'answer' };
  it.each([
    ['no task', { ...good, task_id: undefined }, /task_id/],
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
  ])('%s', async (_what, fields, words) => {
    const body = { task_id: taskId, ...fields };
    const answer = await told('functions', '/functions/v1/delegate', body);
    expect(answer).toMatch(words);
    expect(answer).toContain('"invalid_input"');
  });

  it('a key that is no uuid, a run that is none, terms that are not accepted', async () => {
    const task = { task_id: taskId, ...good };
    const key = { 'idempotency-key': 'x' };
    expect(await told('functions', '/functions/v1/delegate', task, key)).toMatch(/Idempotency-Key/);
    expect(await told('functions', '/functions/v1/cancel-run', {})).toMatch(/run_id/);
    const terms = { terms_accepted: false };
    expect(await told('functions', '/functions/v1/ensure-profile', terms)).toMatch(/terms_accepted/);
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
    expect(await told('auth', '/auth/v1/signup', body)).toMatch(words);
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
  expect(await told('storage', `/storage/v1/object${path}`, body)).toMatch(words);
});

it('the live room names what is wrong', async () => {
  const tell = (body: unknown) => told('realtime', '/realtime/v1/api/broadcast', body);
  expect(await tell({})).toMatch(/messages/);
  expect(await tell({ messages: [{ topic: 5, event: 'x', payload: {} }] })).toMatch(/topic/);
  expect(await tell({ messages: [{ topic: 'x', payload: {} }] })).toMatch(/event/);
});

it('after all of it nothing has changed: no run, no credit, no file, no failure of ours in the log', async () => {
  expect((await person.client.from('ai_runs').select('id')).data).toEqual([]);
  expect(await creditsLeft(person)).toBe(15);
  expect(program.calls()).toBe(0);
  expect((await person.client.from('tasks').select('id')).data).toEqual([{ id: taskId }]);
  expect(program.server.output()).not.toMatch(/"level":"error"/);
});
