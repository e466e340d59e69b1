import { afterEach, expect, it, vi } from 'vitest';
import { refreshWhenRefused } from './refresh-when-refused.ts';

const answering = (status: number) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response('{}', { status }))),
  );
const refresh = vi.fn(() => Promise.resolve(false));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  refresh.mockClear();
});

it('refreshes the token once after a refused request, and not for each that follows', async () => {
  vi.useFakeTimers();
  answering(401);
  const watched = refreshWhenRefused(refresh);
  expect((await watched('https://errand.example/rest/v1/tasks')).status).toBe(401);
  await watched(new Request('https://errand.example/functions/v1/delegate'));
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(11_000);
  await watched(new URL('https://errand.example/rest/v1/tasks'));
  expect(refresh).toHaveBeenCalledTimes(2);
});

it('works again for the session after an expired one', async () => {
  answering(401);
  refresh.mockResolvedValueOnce(true);
  const watched = refreshWhenRefused(refresh);
  await watched('https://errand.example/rest/v1/tasks');
  await Promise.resolve();
  await watched('https://errand.example/rest/v1/tasks');
  expect(refresh).toHaveBeenCalledTimes(2);
});

it("ignores the auth service's own 401s and all other responses", async () => {
  answering(401);
  const watched = refreshWhenRefused(refresh);
  await watched('https://errand.example/auth/v1/token?grant_type=password');
  answering(403);
  await watched('https://errand.example/rest/v1/tasks');
  expect(refresh).not.toHaveBeenCalled();
});
