import { expect } from 'vitest';

/**
 * Holds that a call to a service that never answers ends by the limit it's given: of two, the one that began later but has
 * the shorter limit ends first. No clock is read, so a busy machine changes nothing.
 */
export async function expectOwnLimit(
  call: (limit: number, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const stop = new AbortController();
  const failed = (limit: number) => call(limit, stop.signal).catch((error: unknown) => ({ limit, error }));
  const later = failed(60_000);
  expect(await Promise.race([later, failed(300)])).toMatchObject({ limit: 300, error: { retryable: true } });
  stop.abort();
  await later;
}
