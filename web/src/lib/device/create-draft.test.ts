import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { useSession } from '../session/session.ts';
import { createDraft } from './create-draft.ts';

const schema = z.object({ text: z.string() });

/** A form in a tab: its content, and the tab's storage. */
function openTab(storage: Map<string, string>) {
  let text: string | null = null;
  let changed = () => {};
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  const set = (next: string | null) => {
    text = next;
    changed();
  };
  const keepOf = createDraft({
    key: 'draft',
    schema,
    read: () => (text === null ? null : { text }),
    restore: (kept) => set(kept.text),
    clear: () => set(null),
    subscribe: (listener) => {
      changed = listener;
    },
  });
  return { keepOf, type: set, shown: () => text };
}

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  useSession.setState({ leftByChoice: false });
});
afterEach(() => vi.unstubAllGlobals());

test('restores a draft after a reload', () => {
  const before = openTab(storage);
  before.keepOf('mara');
  before.type('Flat move');
  const after = openTab(storage);
  after.keepOf('mara');
  expect(after.shown()).toBe('Flat move');
});

test('keeps a draft while its author signs in again, and drops it for anyone else', () => {
  const tab = openTab(storage);
  tab.keepOf('mara');
  tab.type('Flat move');
  tab.keepOf('mara');
  expect(tab.shown()).toBe('Flat move');
  tab.keepOf('jo');
  expect(tab.shown()).toBeNull();
  expect(storage.size).toBe(0);
});

test('keeps what was begun before it was known who is here, and no draft of anyone else', () => {
  openTab(storage).keepOf('jo');
  const left = openTab(storage);
  left.keepOf('jo');
  left.type('For the dentist');
  const tab = openTab(storage);
  tab.type('Flat move');
  tab.keepOf('mara');
  expect(tab.shown()).toBe('Flat move');
  expect([...storage.values()]).toEqual([JSON.stringify({ user_id: 'mara', draft: { text: 'Flat move' } })]);
});

test('drops the draft on sign-out', () => {
  const tab = openTab(storage);
  tab.keepOf('mara');
  tab.type('Flat move');
  useSession.setState({ leftByChoice: true });
  expect(tab.shown()).toBeNull();
  expect(storage.size).toBe(0);
});

test.each([
  ['of another shape', '{"user_id":"mara","draft":{"words":1}}'],
  ['not readable', '{'],
])('ignores a stored draft %s', (_how, kept) => {
  storage.set('draft', kept);
  const tab = openTab(storage);
  tab.keepOf('mara');
  expect(tab.shown()).toBeNull();
});

test('without storage, keeps a draft as long as the page', () => {
  const tab = openTab(storage);
  vi.stubGlobal('sessionStorage', undefined);
  tab.keepOf('mara');
  tab.type('Flat move');
  expect(tab.shown()).toBe('Flat move');
});
