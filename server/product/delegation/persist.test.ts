import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { DatabaseError } from '#server/platform/db/database.ts';
import { ObjectStoreError } from '#server/providers/object-store/object-store.ts';
import { persist } from './persist.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const atWork = () => ({ log: silentLog, stop: new AbortController().signal });

it('retries while the database restarts or is busy', async () => {
  const write = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  write.mockRejectedValueOnce(new DatabaseError('57P01', 'restarting'));
  write.mockRejectedValueOnce(new DatabaseError('53300', 'too many waiting'));
  write.mockRejectedValueOnce(new DatabaseError('55P03', 'others hold the row'));
  const written = persist(atWork(), write);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await written).toBe(true);
  expect(write).toHaveBeenCalledTimes(4);
});

it.each([
  ['the database', new DatabaseError('08006', 'no connection')],
  ['the store for files', new ObjectStoreError('unreachable', 'no answer')],
])('goes on for as long as the run has time while %s is away', async (_what, away) => {
  let isAway = true;
  const write = async (): Promise<boolean> => {
    if (isAway) throw away;
    return true;
  };
  const written = persist(atWork(), write);
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await written).toBe(true);
});

it('outlives the end of a run, or of its process, by a restart of the database', async () => {
  const ended = { log: silentLog, stop: AbortSignal.abort() };
  const write = vi.fn<() => Promise<boolean>>().mockRejectedValue(new DatabaseError('57P01', 'restarting'));
  const began = performance.now();
  let took = 0;
  const written = expect(persist(ended, write))
    .rejects.toThrow('restarting')
    .then(() => {
      took = performance.now() - began;
    });
  await vi.advanceTimersByTimeAsync(MINUTE);
  await written;
  expect(took).toBeGreaterThanOrEqual(10_000);
  expect(took).toBeLessThan(13_000);
});

it('tries once more when a run ends that has waited for long, and gives up', async () => {
  const stop = new AbortController();
  const write = vi.fn<() => Promise<boolean>>().mockRejectedValue(new DatabaseError('57P01', 'restarting'));
  const written = expect(persist({ log: silentLog, stop: stop.signal }, write)).rejects.toThrow('restarting');
  await vi.advanceTimersByTimeAsync(MINUTE);
  const tried = write.mock.calls.length;
  stop.abort();
  await written;
  expect(write).toHaveBeenCalledTimes(tried + 1);
});

it('does not retry what can never succeed', async () => {
  const write = vi.fn<() => Promise<boolean>>().mockRejectedValue(new DatabaseError('23514', 'check'));
  await expect(persist(atWork(), write)).rejects.toThrow('check');
  expect(write).toHaveBeenCalledTimes(1);
});
