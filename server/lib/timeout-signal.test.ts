import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { collectGarbage } from '#tests/fixtures/collect-garbage.ts';
import { timeoutSignal } from './timeout-signal.ts';

it('aborts after its limit, as a timeout', async () => {
  const signal = timeoutSignal(10);
  expect(signal.aborted).toBe(false);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('lets signals go that were combined with it, and with others after that', async () => {
  const freed: number[] = [];
  const registry = new FinalizationRegistry((at: number) => freed.push(at));
  const run = new AbortController();
  const COUNT = 20;
  for (let at = 0; at < COUNT; at += 1) {
    const inTime = AbortSignal.any([run.signal, timeoutSignal(600_000)]);
    registry.register(inTime, at);
    AbortSignal.any([inTime, new AbortController().signal]);
  }
  await vi.waitFor(async () => {
    collectGarbage();
    await pause(1);
    // The last one may still be on the stack.
    expect(freed.length).toBeGreaterThanOrEqual(COUNT - 1);
  });
});
