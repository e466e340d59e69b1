import { expect, test } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { createConstantTimeResponse } from './constant-time-response.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('answers after the same time, however long the work takes', async () => {
  const constantTime = createConstantTimeResponse(silentLog, 60);
  const endless = Promise.withResolvers<void>();
  // The last one never resolves: the answer doesn't wait for it.
  for (const work of [async () => {}, () => wait(20), () => endless.promise]) {
    const began = performance.now();
    await constantTime.after(work);
    expect(performance.now() - began).toBeGreaterThan(55);
  }
  endless.resolve();
});

test('a failure of the work is logged but not revealed', async () => {
  const lines: string[] = [];
  const constantTime = createConstantTimeResponse(
    createLog('info', (line) => lines.push(line)),
    5,
  );
  await constantTime.after(() => Promise.reject(new Error('no database')));
  expect(lines.join()).toContain('no database');
});

test('draining waits for work in progress', async () => {
  const constantTime = createConstantTimeResponse(silentLog, 5);
  const work = Promise.withResolvers<void>();
  let done = false;
  await constantTime.after(async () => {
    await work.promise;
    done = true;
  });
  expect(done).toBe(false);
  const drained = constantTime.drain();
  work.resolve();
  await drained;
  expect(done).toBe(true);
});
