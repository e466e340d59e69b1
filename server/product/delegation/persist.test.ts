import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { DatabaseError } from '#server/platform/db/database.ts';
import { persist } from './persist.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('retries while the database restarts or is busy', async () => {
  const write = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  write.mockRejectedValueOnce(new DatabaseError('57P01', 'restarting'));
  write.mockRejectedValueOnce(new DatabaseError('53300', 'too many waiting'));
  write.mockRejectedValueOnce(new DatabaseError('55P03', 'others hold the row'));
  const written = persist(silentLog, write);
  await vi.runAllTimersAsync();
  expect(await written).toBe(true);
  expect(write).toHaveBeenCalledTimes(4);
});

it('gives up within a lease, so that another worker finds the run due', async () => {
  const write = vi.fn<() => Promise<boolean>>().mockRejectedValue(new DatabaseError('57P01', 'restarting'));
  const began = Date.now();
  const written = expect(persist(silentLog, write)).rejects.toThrow('restarting');
  await vi.runAllTimersAsync();
  await written;
  expect(Date.now() - began).toBeLessThan(30_000);
});

it('does not retry what can never succeed', async () => {
  const write = vi.fn<() => Promise<boolean>>().mockRejectedValue(new DatabaseError('23514', 'check'));
  await expect(persist(silentLog, write)).rejects.toThrow('check');
  expect(write).toHaveBeenCalledTimes(1);
});
