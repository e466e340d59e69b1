import { expect, test } from 'vitest';
import { createWorkGate, GateShutError } from './work-gate.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('runs at most the allowed number at once, in order, and rejects the rest', async () => {
  const gate = createWorkGate({ parallel: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) => async (): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    order.push(n);
    await tick();
    running -= 1;
    return n;
  };
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((n) => gate(work(n))));
  expect(most).toBe(2);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(results.slice(5).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(results[6]).toMatchObject({ reason: expect.any(GateShutError) });
});

test('a failing work frees its slot', async () => {
  const gate = createWorkGate({ parallel: 1, waiting: 1 });
  const failing = gate(() => Promise.reject(new Error('broken')));
  const next = gate(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
