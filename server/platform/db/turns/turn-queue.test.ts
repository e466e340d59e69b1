import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseError } from '../database.ts';
import { type Turn, TurnQueue } from './turn-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const DEPTH = 8;
const IMPATIENT = new DatabaseError('57014', 'it took too long', { severity: 'ERROR' });

/** Simulates an engine that does one thing at a time, in the order of turns. */
function setUp() {
  const queue = new TurnQueue({ depth: DEPTH, ownDepth: 2, warmUp: 0 });
  const order: string[] = [];
  let engine: Promise<unknown> = Promise.resolve();
  /** Simulates work that takes this many milliseconds, and ends itself if that exceeds its patience. */
  const ask = (name: string, milliseconds: number, usual = 1_000): Promise<number> =>
    queue.take(
      name,
      ({ patience, meter }: Turn) => {
        const work = engine.then(async () => {
          const took = Math.min(milliseconds, patience);
          order.push(name);
          await new Promise((resolve) => setTimeout(resolve, took));
          meter(took);
          if (milliseconds > patience) throw IMPATIENT;
          return took;
        });
        engine = work.catch(() => {});
        return work;
      },
      { usual, isTooShort: (error) => error === IMPATIENT },
    );
  /** Starts several at once and returns their outcomes, including failures. */
  const askMany = (name: string, count: number, milliseconds: number) =>
    Promise.allSettled(Array.from({ length: count }, () => ask(name, milliseconds)));
  return { queue, order, ask, askMany };
}

it('alternates between people, regardless of how much each one asks for', async () => {
  const { order, ask, askMany } = setUp();
  await Promise.all([ask('bob', 1), vi.advanceTimersByTimeAsync(100)]);
  order.length = 0;
  const many = askMany('hog', 20, 10);
  const others = Promise.all([ask('ann', 10), ask('bob', 10), ask('ann', 10)]);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([many, others]);
  expect(order.slice(0, 5)).toEqual(['hog', 'ann', 'bob', 'hog', 'ann']);
  expect(order).toHaveLength(23);
});

it('serves those with the least usage first', async () => {
  const { order, ask, askMany } = setUp();
  const many = askMany('hog', 6, 400);
  const others = Promise.all([ask('ann', 10), ask('ann', 10), ask('ann', 10)]);
  await vi.advanceTimersByTimeAsync(900);
  await others;
  expect(order).toEqual(['hog', 'hog', 'ann', 'ann', 'ann']);
  await vi.advanceTimersByTimeAsync(20_000);
  await many;
});

it('does not limit somebody who is alone', async () => {
  const { askMany } = setUp();
  const all = askMany('hog', 30, 900);
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await all).filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
});

it('gives others their turn within a slice or two while one repeatedly runs long requests', async () => {
  const { ask, askMany } = setUp();
  const waits: number[] = [];
  const reading = async (): Promise<void> => {
    for (let at = 0; at < 1_000; at += 1) {
      const begun = performance.now();
      await ask('ann', 5);
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const read = reading();
  const hog = Promise.all(Array.from({ length: 10 }, () => askMany('hog', 6, 1_000)));
  await vi.advanceTimersByTimeAsync(120_000);
  await Promise.all([read, hog]);
  const sorted = waits.toSorted((a, b) => a - b);
  expect(sorted[500]).toBeLessThan(10);
  expect(sorted[990]).toBeLessThan(200);
});

it('queues an expensive statement behind the cheap ones of the same person instead of rejecting it', async () => {
  const { order, ask, askMany } = setUp();
  const company = async (): Promise<void> => {
    for (let at = 0; at < 60; at += 1) {
      await ask('ann', 1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const alongside = company();
  await vi.advanceTimersByTimeAsync(10);
  const spent = askMany('eve', 1, 450); // which leaves less than another one would need
  await vi.advanceTimersByTimeAsync(500);
  const dear = ask('eve', 400);
  await vi.advanceTimersByTimeAsync(1_000);
  const cheap = ask('eve', 5);
  await vi.advanceTimersByTimeAsync(100);
  expect(await cheap).toBe(5);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await dear).toBe(400);
  await Promise.all([spent, alongside]);
  expect(order.filter((name) => name === 'eve')).toHaveLength(4); // the expensive one's second run
});

it('lets everyone through at once when the database closes', async () => {
  const { queue, order, ask, askMany } = setUp();
  void ask('ann', 1);
  const many = askMany('hog', 20, 100);
  queue.open();
  await vi.advanceTimersByTimeAsync(2_100);
  await many;
  expect(order).toHaveLength(21);
});

it('rejects requests that waited for a minute, and more than two hundred of one person', async () => {
  const { queue, ask } = setUp();
  const stuck = new Promise<void>(() => {});
  for (let turn = 0; turn < DEPTH; turn += 1) void queue.take(`stuck ${turn}`, () => stuck);
  const waiting = Promise.allSettled(Array.from({ length: 200 }, () => ask('hog', 1)));
  await expect(ask('hog', 1)).rejects.toMatchObject({ code: 'PT429' });
  const ended = vi.fn();
  void waiting.then(ended);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await waiting).toEqual(
    Array(200).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'PT429' }) }),
  );
});
