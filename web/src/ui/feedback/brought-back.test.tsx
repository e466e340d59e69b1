import { parseHTML } from 'linkedom';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BroughtBack } from './brought-back.tsx';

const WORDS = 'We restored your draft.';
let main: HTMLElement;
let root: Root;
let render: (isWritten: boolean) => Promise<void>;
const startAfresh = vi.fn();

beforeEach(() => {
  startAfresh.mockClear();
  const { window, document } = parseHTML('<main></main>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const found = document.querySelector<HTMLElement>('main');
  if (!found) throw new Error('there is no page');
  main = found;
  root = createRoot(main);
  render = (isWritten) =>
    act(async () => root.render(<BroughtBack isWritten={isWritten} onStartAfresh={startAfresh} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

test('announces a restored draft until the form is reset', async () => {
  await render(true);
  expect(main.textContent).toContain(WORDS);
  main.querySelector('button')?.dispatchEvent(new window.Event('click', { bubbles: true }));
  expect(startAfresh).toHaveBeenCalledOnce();
  await render(false);
  expect(main.textContent).toBe('');
});

test('says nothing for input typed into an empty or reset form', async () => {
  await render(false);
  await render(true);
  expect(main.textContent).toBe('');
});
