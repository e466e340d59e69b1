import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { useSession } from '../session/session.ts';
import { createDraft } from './create-draft.ts';

const schema = z.object({ text: z.string() });

/** A form in a tab: what stands in it, and what the tab's storage keeps of it. */
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
    restore: (kept) => set(kept?.text ?? null),
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

test('what was typed is there again after a reload', () => {
  const before = openTab(storage);
  before.keepOf('mara');
  before.type('Flat move');
  const after = openTab(storage);
  after.keepOf('mara');
  expect(after.shown()).toBe('Flat move');
});

test('it stays while its writer signs in again, and is gone for anybody else', () => {
  const tab = openTab(storage);
  tab.keepOf('mara');
  tab.type('Flat move');
  tab.keepOf('mara');
  expect(tab.shown()).toBe('Flat move');
  tab.keepOf('jo');
  expect(tab.shown()).toBeNull();
  expect(storage.size).toBe(0);
});

test('whoever signs out takes it along', () => {
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
])('what is kept but %s is as good as nothing', (_how, kept) => {
  storage.set('draft', kept);
  const tab = openTab(storage);
  tab.keepOf('mara');
  expect(tab.shown()).toBeNull();
});

test('without storage it lives as long as the page', () => {
  const tab = openTab(storage);
  vi.stubGlobal('sessionStorage', undefined);
  tab.keepOf('mara');
  tab.type('Flat move');
  expect(tab.shown()).toBe('Flat move');
});
