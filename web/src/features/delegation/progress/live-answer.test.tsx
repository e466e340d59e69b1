import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LiveAnswer } from './live-answer.tsx';

test('a word that is to be bold is so before its end is written, and shows no mark of it', () => {
  const markup = renderToStaticMarkup(<LiveAnswer text={'First.\n\nIt costs **9 EU'} language="en" />);
  expect(markup).toContain('<strong>9 EU</strong>');
  expect(markup).not.toContain('**');
});
