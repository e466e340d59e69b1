import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { forgetFirstTask, keepFirstTask, readFirstTask } from './first-task.ts';

/** As much of the browser's storage as the module uses. */
function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('a task typed before sign-up', () => {
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(() => {
    storage = memoryStorage();
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is kept trimmed, with the same client_id at every reading, until it is forgotten', () => {
    keepFirstTask('  Sort out the insurance \n');
    const first = readFirstTask();
    expect(first?.title).toBe('Sort out the insurance');
    expect(first?.client_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(readFirstTask()).toEqual(first);
    forgetFirstTask();
    expect(readFirstTask()).toBeNull();
  });

  test('has a valid client_id where crypto.randomUUID does not exist (plain http on a network)', () => {
    const real = globalThis.crypto;
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
    });
    keepFirstTask('Call the bank');
    expect(readFirstTask()?.client_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('blank text keeps nothing, and does not replace what was kept', () => {
    keepFirstTask('Call the bank');
    keepFirstTask('   ');
    expect(readFirstTask()?.title).toBe('Call the bank');
  });

  test('is cut to the longest title the server takes', () => {
    keepFirstTask('x'.repeat(TASK_TITLE_MAX + 1));
    expect(readFirstTask()?.title).toHaveLength(TASK_TITLE_MAX);
  });

  test.each(['not json', '{"title":""}', '{"title":1,"client_id":"a"}', '[]', '"text"'])(
    'is nothing when something else lies in its place: %s',
    (content) => {
      storage.kept.set('errand-first-task', content);
      expect(readFirstTask()).toBeNull();
    },
  );

  test('forbidden storage breaks nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
      removeItem: () => {
        throw new Error('denied');
      },
    });
    keepFirstTask('Call the bank');
    expect(readFirstTask()).toBeNull();
    forgetFirstTask();
  });
});
