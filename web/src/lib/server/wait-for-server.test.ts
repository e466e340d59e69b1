import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { lookNow, waitForServer } from './wait-for-server.ts';

const health = vi.fn<(address: string) => Promise<Response>>();
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const well = () => Promise.resolve(new Response('{"status":"ok"}'));
const stalled = () => Promise.resolve(new Response('{}', { status: 503 }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', health.mockReset());
  onlineManager.setOnline(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an unavailable server', () => {
  it('is polled until it is healthy, while everything is paused', async () => {
    health.mockImplementationOnce(away).mockImplementationOnce(stalled).mockImplementation(well);
    waitForServer();
    expect(onlineManager.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(6900);
    expect(health).toHaveBeenCalledTimes(2);
    expect(onlineManager.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(onlineManager.isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(health).toHaveBeenCalledTimes(3);
  });

  it('is polled once, however many requests have failed', async () => {
    health.mockImplementation(well);
    waitForServer();
    waitForServer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(health).toHaveBeenCalledTimes(1);
  });

  it('resumes as soon as the user asks, but not before it is healthy', async () => {
    health.mockImplementation(away);
    waitForServer();
    await vi.advanceTimersByTimeAsync(3100);
    await lookNow();
    expect(onlineManager.isOnline()).toBe(false);
    health.mockImplementation(well);
    await lookNow();
    expect(onlineManager.isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
  });

  it('loses no change: it waits, however long that takes, and arrives', async () => {
    health.mockImplementation(away);
    const client = createQueryClient();
    client.mount();
    const send = vi.fn<() => Promise<string>>().mockImplementationOnce(away).mockResolvedValue('done');
    const mutation = client.getMutationCache().build(client, { mutationFn: send });
    const sent = mutation.execute(undefined);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(send).toHaveBeenCalledTimes(1);
    expect(mutation.state).toMatchObject({ status: 'pending', isPaused: true });
    health.mockImplementation(well);
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(sent).resolves.toBe('done');
    client.unmount();
  });
});
