import { afterEach, beforeEach, expect, vi } from 'vitest';

const { waitFor } = vi;
/** Waits for as long as a busy machine may need, instead of one second; it resolves as soon as the condition holds. */
vi.waitFor = (condition, options = 30_000) => waitFor(condition, options);

/** A test that prints an error has failed, whatever it asserted. Replace the spy in a test that expects one. */
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  for (const spy of [vi.mocked(console.error), vi.mocked(console.warn)]) {
    if (vi.isMockFunction(spy)) expect(spy.mock.calls).toEqual([]);
  }
  vi.restoreAllMocks();
});
