import { beforeEach, expect, it, vi } from 'vitest';
import { holdable, holdReads, letReadsGo } from './held-reads.ts';

const asked: string[] = [];
const ask = holdable(async (input) => {
  asked.push(input instanceof Request ? input.url : input.toString());
  return new Response();
});
const READ = 'http://localhost/rest/v1/tasks';

beforeEach(() => {
  letReadsGo();
  asked.length = 0;
});

it('reads wait until they are let go, and changes do not', async () => {
  holdReads();
  const read = ask(READ);
  await ask(READ, { method: 'PATCH' });
  await ask('http://localhost/auth/v1/user');
  expect(asked).toEqual([READ, 'http://localhost/auth/v1/user']);
  expect(letReadsGo()).not.toBeNull();
  await read;
  expect(asked).toHaveLength(3);
  await ask(READ);
  expect(asked).toHaveLength(4);
});

it('reads that nobody lets go are sent all the same, and nobody is told that they waited until then', async () => {
  vi.useFakeTimers();
  holdReads();
  const read = ask(READ);
  await vi.runAllTimersAsync();
  await read;
  expect(asked).toEqual([READ]);
  expect(letReadsGo()).toBeNull();
  vi.useRealTimers();
});
