import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LiveAnswer } from './live-answer.tsx';

test('a bold word is bold before its closing mark arrives, and shows no mark', () => {
  const markup = renderToStaticMarkup(<LiveAnswer text={'First.\n\nIt costs **9 EU'} language="en" />);
  expect(markup).toContain('<strong>9 EU</strong>');
  expect(markup).not.toContain('**');
});
