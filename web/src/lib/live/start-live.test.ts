import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../server/query-client.ts';
import type { Server } from '../server/supabase.ts';
import { startLive } from './start-live.ts';

const code = vi.hoisted(() => ({
  refusals: 0,
  opened: 0,
  end: vi.fn<() => void>(),
}));
vi.mock('../log.ts', () => ({ logProblem: () => undefined }));
vi.mock('./open-live.ts', () => ({
  openLive: async () => {
    if (code.refusals-- > 0) throw new Error('not reached');
    code.opened += 1;
  },
  followLiveUpdates: () => code.end,
}));

// Nothing of the clients is used here.
const server = {} as unknown as Server;
let client: QueryClient;
let answer: () => void;
let ending: AbortController;
let started: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(code, { refusals: 0, opened: 0 });
  code.end.mockClear();
  client = createQueryClient();
  ending = new AbortController();
  const answered = new Promise<null>((resolve) => (answer = () => resolve(null)));
  started = startLive(server, client, { userId: 'u', ending: ending.signal });
  void client.fetchQuery({ queryKey: ['list'], queryFn: () => answered });
});
afterEach(() => void vi.useRealTimers());

it('waits for what the page reads first', async () => {
  await vi.advanceTimersByTimeAsync(9000);
  expect(code.opened).toBe(0);
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  await started;
  expect(code.opened).toBe(1);
});

it('does not wait for a read that hangs', async () => {
  await vi.advanceTimersByTimeAsync(11_000);
  await started;
  expect(code.opened).toBe(1);
});

it('tries again until all of it is to be had, or the page ends', async () => {
  code.refusals = 8;
  answer();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(code.opened).toBe(0);
  await vi.advanceTimersByTimeAsync(100_000);
  await started;
  expect(code.opened).toBe(1);

  code.refusals = Number.POSITIVE_INFINITY;
  const ended = startLive(server, client, { userId: 'u', ending: ending.signal });
  await vi.advanceTimersByTimeAsync(20_000);
  ending.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(code.opened).toBe(1);
});

it('ends with the page, also before it has begun', async () => {
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  await started;
  ending.abort();
  expect(code.end).toHaveBeenCalledOnce();

  const ended = startLive(server, client, { userId: 'u', ending: AbortSignal.abort() });
  await vi.advanceTimersByTimeAsync(11_000);
  await ended;
  expect(code.opened).toBe(1);
});
