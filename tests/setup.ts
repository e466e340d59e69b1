import { afterEach, beforeEach, expect, vi } from 'vitest';

const { waitFor, waitUntil } = vi;
/** As long as a busy machine may need, instead of one second: a wait ends as soon as what it waits for is so. */
const patient = <T extends { timeout?: number }>(options: number | T | undefined) =>
  typeof options === 'number' ? options : { timeout: 60_000, ...options };
vi.waitFor = (condition, options) => waitFor(condition, patient(options));
vi.waitUntil = (condition, options) => waitUntil(condition, patient(options));

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
