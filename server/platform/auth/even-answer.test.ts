import { expect, test } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { createEvenAnswer } from './even-answer.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('answers after the same time whether the work is nothing, short or long', async () => {
  const evenly = createEvenAnswer(silentLog, 60);
  const time = async (work: () => Promise<void>): Promise<number> => {
    const began = performance.now();
    await evenly.after(work);
    return performance.now() - began;
  };
  const times = [await time(async () => {}), await time(() => wait(20)), await time(() => wait(500))];
  for (const taken of times) {
    expect(taken).toBeGreaterThan(55);
    expect(taken).toBeLessThan(300);
  }
});

test('a failure of the work is logged and not told', async () => {
  const lines: string[] = [];
  const evenly = createEvenAnswer(
    createLog('info', (line) => lines.push(line)),
    5,
  );
  await evenly.after(() => Promise.reject(new Error('no database')));
  expect(lines.join()).toContain('no database');
});

test('draining waits for what still goes on', async () => {
  const evenly = createEvenAnswer(silentLog, 5);
  let done = false;
  await evenly.after(async () => {
    await wait(60);
    done = true;
  });
  expect(done).toBe(false);
  await evenly.drain();
  expect(done).toBe(true);
});
