import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '../session/session-key.ts';
import { keepFirstRows, paintFirstRows } from './first-rows.ts';

const LIST = `<section data-density="compact">
  <header><h2>Today</h2><span class="type-slip">1</span></header>
  <div class="row"><span class="row-text">Call Ann</span><span class="row-col">Work</span></div>
</section><main></main>`;

let storage: Map<string, string>;
let list: HTMLElement;
let page: HTMLElement;

beforeEach(() => {
  const { window, document } = parseHTML(LIST);
  storage = new Map();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLElement', window.HTMLElement);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  const [section, main] = ['section', 'main'].map((name) => document.querySelector<HTMLElement>(name));
  if (!section || !main) throw new Error('there is no page');
  [list, page] = [section, main];
  signIn('ann');
});
afterEach(() => vi.unstubAllGlobals());

const signIn = (id: string) => storage.set(SESSION_KEY, JSON.stringify({ user: { id } }));

it('paints the rows of the person who is signed in', () => {
  keepFirstRows(list, 'ann');
  paintFirstRows(page);
  expect(page.textContent).toContain('Today');
  expect(page.textContent).toContain('Call Ann');
  expect(page.dataset['density']).toBe('compact');
});

it('paints nothing for anybody else, or without a session', () => {
  keepFirstRows(list, 'ann');
  signIn('ben');
  paintFirstRows(page);
  storage.delete(SESSION_KEY);
  paintFirstRows(page);
  expect(page.textContent).toBe('');
});

it.each(['rows', '{"user":"ann"}', '{"user":"ann","items":[{"title":"Call Ann"},null]}'])(
  'paints nothing of what another version kept: %s',
  (kept) => {
    storage.set('errand-first-rows', kept);
    paintFirstRows(page);
    expect(page.textContent).toBe('');
  },
);
