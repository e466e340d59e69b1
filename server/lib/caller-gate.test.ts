import { expect, it } from 'vitest';
import { createCallerGate } from './caller-gate.ts';
import { GateShutError } from './work-gate.ts';

it('one caller does not wait for the statements of another', async () => {
  const gate = createCallerGate({ parallel: 2, waiting: 10 });
  const order: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const anns = [1, 2, 3].map((n) => gate('ann', () => end.then(() => order.push(`ann ${n}`))));
  await gate('bob', async () => order.push('bob'));
  expect(order).toEqual(['bob']);
  resolve();
  await Promise.all(anns);
  expect(order).toEqual(['bob', 'ann 1', 'ann 2', 'ann 3']);
});

it('rejects the excess of one caller, and accepts requests again later', async () => {
  const gate = createCallerGate({ parallel: 1, waiting: 1 });
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const under = [gate('ann', () => end), gate('ann', () => end)];
  await expect(gate('ann', () => end)).rejects.toThrow(GateShutError);
  resolve('done');
  expect(await Promise.all(under)).toEqual(['done', 'done']);
  expect(await gate('ann', async () => 'again')).toBe('again');
});
