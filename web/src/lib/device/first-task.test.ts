import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { forgetFirstTask, keepFirstTask, readFirstTask, takeFirstTask } from './first-task.ts';

/** The part of Storage that the module uses. */
function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const denied = () => {
  throw new Error('denied');
};

/** Opens the sign-up URL with this fragment; the returned function reads the current one. */
function openAt(hash: string): () => string {
  let shown = `/register?next=/projects${hash}`;
  vi.stubGlobal('location', { hash, pathname: '/register', search: '?next=/projects' });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, address: string) => {
      shown = address;
    },
  });
  return () => shown;
}

describe('a task typed before sign-up', () => {
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(() => {
    storage = memoryStorage();
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is kept trimmed, with a stable client_id, until it is forgotten', () => {
    keepFirstTask('  Sort out the insurance \n');
    const first = readFirstTask();
    expect(first?.title).toBe('Sort out the insurance');
    expect(first?.client_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(readFirstTask()).toEqual(first);
    forgetFirstTask();
    expect(readFirstTask()).toBeNull();
  });

  test('has a valid client_id without crypto.randomUUID (plain http on a network)', () => {
    const real = globalThis.crypto;
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
    });
    keepFirstTask('Call the bank');
    expect(readFirstTask()?.client_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('blank text is not kept and does not replace an earlier task', () => {
    keepFirstTask('Call the bank');
    keepFirstTask('   ');
    expect(readFirstTask()?.title).toBe('Call the bank');
  });

  test("is cut to the server's maximum title length", () => {
    keepFirstTask('x'.repeat(TASK_TITLE_MAX + 1));
    expect(readFirstTask()?.title).toHaveLength(TASK_TITLE_MAX);
  });

  test.each(['not json', '{"title":""}', '{"title":1,"client_id":"a"}', '[]', '"text"'])(
    'ignores a stored value that is no task: %s',
    (content) => {
      storage.kept.set('errand-first-task', content);
      expect(readFirstTask()).toBeNull();
    },
  );

  test('uses storage if allowed, and then accepts none from a URL', () => {
    expect(keepFirstTask('Call the bank')).toBe('');
    forgetFirstTask();
    const address = openAt('#task=Buy%20a%20boat');
    takeFirstTask();
    expect(readFirstTask()).toBeNull();
    expect(address()).toBe('/register?next=/projects');
  });

  test('uses the URL if storage is forbidden, and stays in memory until forgotten', () => {
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
    const fragment = keepFirstTask('  Call & ask: 50 % off? #bank ü ');
    const address = openAt(fragment);
    takeFirstTask();
    expect(address()).toBe('/register?next=/projects');
    const first = readFirstTask();
    expect(first?.title).toBe('Call & ask: 50 % off? #bank ü');
    expect(readFirstTask()).toEqual(first);
    forgetFirstTask();
    expect(readFirstTask()).toBeNull();
  });

  test.each(['', '#task=', '#task=%E0%A4%A', '#access_token=x'])('ignores the fragment %j', (hash) => {
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
    openAt(hash);
    takeFirstTask();
    expect(readFirstTask()).toBeNull();
  });
});
