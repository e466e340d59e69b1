import { ReadableStream } from 'node:stream/web';
import { expect, it, vi } from 'vitest';
import { DiskFullError } from '#server/lib/disk-space.ts';
import { createLog } from '#server/lib/log.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';
import { watchStore } from './watch-store.ts';

const gone = new ObjectStoreError('unreachable', 'no answer');

function watched() {
  const lines: string[] = [];
  let failure: Error | null = null;
  let probed: Error | null = null;
  const ask = async <T>(answer: T): Promise<T> => {
    if (failure) throw failure;
    return answer;
  };
  const store: ObjectStore = {
    put: () => ask({ size: 0, md5: '' }),
    get: () => ask(null),
    delete: () => ask(undefined),
    has: () => ask(true),
    async *list() {},
    removeUnfinished: () => ask(undefined),
  };
  const watch = watchStore(store, {
    name: 's3://host/files',
    probe: async () => {
      if (probed) throw probed;
    },
    log: createLog('info', (line) => lines.push(line)),
    every: { well: 5, ill: 5 },
  });
  return {
    watch,
    lines,
    fail: (error: Error | null) => (failure = error),
    failProbes: (error: Error | null) => (probed = error),
  };
}
const put = (store: ObjectStore) => store.put('ab/x', ReadableStream.from([]), { maxBytes: 1 });

it('is ill from the first request that fails until a probe succeeds, and says each once', async () => {
  const { watch, lines, fail, failProbes } = watched();
  fail(gone);
  failProbes(gone);
  await expect(watch.store.get('ab/x')).rejects.toBe(gone);
  await expect(watch.store.delete('ab/x')).rejects.toBe(gone);
  expect(watch.state()).toBe('unreachable');
  fail(null);
  await watch.store.get('ab/x');
  expect(watch.state()).toBe('unreachable');
  failProbes(null);
  await vi.waitUntil(() => watch.state() === 'ok');
  watch.stop();
  expect(lines.map((line) => /"level":"(\w+)"/.exec(line)?.[1])).toEqual(['error', 'info']);
});

it('finds by its probe what no request has found yet', async () => {
  const { watch, failProbes } = watched();
  failProbes(new ObjectStoreError('refused', 'a wrong key'));
  watch.start();
  await vi.waitUntil(() => watch.state() === 'refused');
  failProbes(gone);
  await vi.waitUntil(() => watch.state() === 'unreachable');
  watch.stop();
});

it('is full although its probe succeeds, and reports no other failure', async () => {
  const { watch, fail } = watched();
  fail(new DiskFullError('full'));
  await expect(put(watch.store)).rejects.toThrow('full');
  expect(watch.state()).toBe('full');
  watch.start();
  fail(new Error('the sender hung up'));
  await expect(put(watch.store)).rejects.toThrow('hung up');
  expect(watch.state()).toBe('full');
  watch.stop();
});
