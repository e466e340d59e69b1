import { expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { createLog, silentLog } from './log.ts';

it('closes in reverse order, once, and continues after a failure', async () => {
  const closed: string[] = [];
  const lines: string[] = [];
  const lifecycle = createLifecycle(createLog('error', (line) => lines.push(line)));
  lifecycle.opened('first', async () => closed.push('first'));
  lifecycle.opened('second', async () => {
    closed.push('second');
    throw new Error('stuck');
  });
  await Promise.all([lifecycle.close(1000), lifecycle.close(1000)]);
  expect(closed).toEqual(['second', 'first']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('stuck');
});

it('passes each part the remaining time', async () => {
  const lifecycle = createLifecycle(silentLog);
  let left = -1;
  lifecycle.opened('last', async (limit) => (left = limit));
  lifecycle.opened('slow', () => new Promise((resolve) => setTimeout(resolve, 30)));
  await lifecycle.close(100);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThanOrEqual(75);
});
