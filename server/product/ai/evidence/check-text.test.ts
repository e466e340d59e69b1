import { expect, it } from 'vitest';
import { pageCount } from '../tools/doc-summary/page-count.ts';
import { checkText } from './check-text.ts';

function unverifiedIn(text: string, of = 50): readonly string[] {
  const options = { claims: [], language: 'en', given: ['Fines of 2026'], today: '2026-11-23' };
  return checkText(text, { ...options, free: pageCount(of) }).unverified;
}

it.each(['The fine is 23 euros.', 'Prices rose by 11 percent.', 'Tyres cost 50 euros.'])(
  'today and the number of pages vouch for no other number: %s',
  (sentence) => {
    expect(unverifiedIn(sentence)).toHaveLength(1);
  },
);

it.each([
  'This is the state of 23 November 2026.',
  'Stand: 23.11.2026.',
  'Das ist der Stand vom 23. November 2026.',
  'The document has 50 pages.',
  'Das Dokument hat 50 Seiten.',
  'Документ содержит 50 страниц.',
  '全部で50ページあります。',
  'تحتوي الوثيقة على ٥٠ صفحة.',
])('today as a date and the number of pages as such need no source: %s', (sentence) => {
  expect(unverifiedIn(sentence)).toEqual([]);
});
