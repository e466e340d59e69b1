import { parseHTML } from 'linkedom';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MadePicture } from './made-picture.tsx';
import { PictureButton } from './picture-button.tsx';

const refetch = vi.hoisted(() => vi.fn());
const link = vi.hoisted(() => ({ data: 'https://here.example/a.png', isError: false, isFetching: false }));
vi.mock('./use-signed-url.ts', () => ({
  useSignedUrl: (file: object | undefined) => (file ? { ...link, refetch } : { data: null }),
}));

const FILE = { bucket: 'made', path: 'me/a.png', name: 'a.png', size: 7, type: 'image/png' };
const PLACES: readonly [string, ReactNode][] = [
  ['on its slip', createElement(PictureButton, { file: FILE, title: 'A cat', onOpen: () => undefined })],
  ['in its answer', createElement(MadePicture, { file: FILE, title: 'A cat', original: undefined })],
];

beforeEach(() => {
  vi.clearAllMocks();
  link.isError = false;
  const { window, document } = parseHTML('<main></main>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.unstubAllGlobals());

async function show(place: ReactNode): Promise<HTMLElement> {
  const main = document.querySelector('main');
  if (!main) throw new Error('there is no page');
  await act(async () => createRoot(main).render(place));
  return main;
}

test.each(PLACES)('a picture %s without a link shows an error and can be retried', async (_where, place) => {
  link.isError = true;
  const main = await show(place);
  expect(main.textContent).toContain('Failed to fetch image');
  await act(async () => main.querySelector('button')?.click());
  expect(refetch).toHaveBeenCalledOnce();
});

test.each(PLACES)(
  'a picture %s that fails to load shows an error and can be retried',
  async (_where, place) => {
    const main = await show(place);
    await act(async () => main.querySelector('img')?.dispatchEvent(new window.Event('error')));
    expect(main.textContent).toContain('Failed to fetch image');
    await act(async () => main.querySelector('button')?.click());
    expect(main.querySelector('img')?.getAttribute('src')).toBe(link.data);
  },
);
