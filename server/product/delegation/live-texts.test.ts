import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createLiveTexts, type LiveText } from './live-texts.ts';

type Store = Parameters<typeof createLiveTexts>[0]['store'];

const save = vi.fn<Store['savePartialTexts']>(async () => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  save.mockClear();
});
afterEach(() => void vi.useRealTimers());

/** Runs that write a word on every tick. */
function write(count: number): { readonly pause: () => void; readonly stop: () => void } {
  const texts = createLiveTexts({
    broadcaster: { send: () => undefined },
    store: { savePartialTexts: save },
    log: silentLog,
  });
  const live: LiveText[] = Array.from({ length: count }, (_run, at) =>
    texts.open({ runId: `run-${at}`, attempt: 1, userId: 'anna', taskId: `task-${at}` }),
  );
  const words = setInterval(() => live.forEach((each) => each.push('word ')), 100);
  return {
    pause: () => clearInterval(words),
    stop() {
      clearInterval(words);
      for (const each of live) each.close();
    },
  };
}

/** Number of copies by run id. */
function copies(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { runId } of save.mock.calls.flatMap(([some]) => some))
    counts.set(runId, (counts.get(runId) ?? 0) + 1);
  return counts;
}

it('broadcasts a preview to its owner at once, and stores it nowhere', async () => {
  const send = vi.fn<(message: object) => void>();
  const texts = createLiveTexts({
    broadcaster: { send },
    store: { savePartialTexts: save },
    log: silentLog,
  });
  const live = texts.open({ runId: 'run', attempt: 2, userId: 'anna', taskId: 'task' });
  live.preview(Buffer.from('jpeg'));
  expect(send.mock.calls).toEqual([
    [
      {
        topic: 'user:anna',
        event: 'run_preview',
        private: true,
        payload: { run_id: 'run', task_id: 'task', attempt: 2, picture: 'data:image/jpeg;base64,anBlZw==' },
      },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(save).not.toHaveBeenCalled();
  live.close();
});

it('copies a text to the database about once a second', async () => {
  const { stop } = write(1);
  await vi.advanceTimersByTimeAsync(3_150);
  expect([...copies()]).toEqual([['run-0', 3]]);
  stop();
});

it('copies many texts a few at a time, in turn', async () => {
  const { stop } = write(100);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Math.max(...save.mock.calls.map(([some]) => some.length))).toBe(5);
  expect(copies().size).toBe(100);
  expect([...copies().values()].every((count) => count <= 3)).toBe(true);
  stop();
});

it('repeats a failed copy', async () => {
  save.mockRejectedValueOnce(new Error('the database is away'));
  const { pause, stop } = write(1);
  await vi.advanceTimersByTimeAsync(950);
  pause();
  await vi.advanceTimersByTimeAsync(100);
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(save).toHaveBeenCalledTimes(2);
  stop();
});
