import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Source } from '#domain/evidence.ts';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import { CitedPanel } from './cited-panel.tsx';

const NAME = 'minutes.docx';
const source: Source = {
  n: 2,
  unit: 'section',
  url: '',
  host: '',
  title: NAME,
  date: null,
  read_at: '2026-11-27',
  quotes: [{ text: 'Ada pays', around: 'On Monday Ada pays the deposit.' }],
};

/** The panel as markup. */
function shown(type: string, number: number): string {
  const evidence = { sources: [source], pages_read: 2, unread: [], unverified: [], open: [] };
  return renderToStaticMarkup(
    <CitedPanel
      cited={{ number, opener: { focus: () => undefined } }}
      evidence={evidence}
      attachments={[{ path: 'a', name: NAME, type, size: 1 }]}
      onClose={() => undefined}
    />,
  );
}

it('shows the passages of a file without pages, with the quoted words marked', () => {
  const panel = shown(MIME_TYPES.docx, 2);
  expect(panel).toContain('Section 2');
  expect(panel.replaceAll(/<(?!\/?mark)[^>]*>/g, '')).toContain(
    'On Monday <mark class="quoted">Ada pays</mark> the deposit.',
  );
});

it('shows nothing of a part that the answer doesn’t cite', () => {
  expect(shown(MIME_TYPES.docx, 3)).toBe('');
});
