import { expect, it } from 'vitest';
import { datesIn, type WrittenDate } from './dates-in.ts';

const FIRST_OF_NOVEMBER: WrittenDate = { year: 2026, month: 11, day: 1 };

it.each([
  '2026-11-01',
  '2026-11-01T00:00:00+02:00',
  '1.11.2026',
  '01. 11. 2026',
  '1 November 2026',
  'Sunday, November 1st, 2026',
  '1. November 2026',
  '1er novembre 2026',
  '1 de noviembre de 2026',
  '1 de novembro de 2026',
  '1 novembre 2026',
  '1 listopada 2026',
  '1 ноября 2026 г.',
  '1 листопада 2026 р.',
  '1 Kasım 2026',
  '2026年11月1日',
  '2026년 11월 1일',
  '1 tháng 11, 2026',
  '١ نوفمبر ٢٠٢٦',
  '1 नवंबर 2026',
  '1 พฤศจิกายน 2569',
  '2026. november 1.',
  '1 Nov 2026',
])('%s is the first of November', (text) => {
  const found = datesIn(`x ${text} y`);
  expect(found).toHaveLength(1);
  expect(found[0]?.readings).toContainEqual(FIRST_OF_NOVEMBER);
});

it.each([
  ['March 2026', { year: 2026, month: 3, day: null }],
  ['2026-03', { year: 2026, month: 3, day: null }],
  ['im März', { year: null, month: 3, day: null }],
  ['vom 15. November', { year: null, month: 11, day: 15 }],
])('%s has exactly its stated precision', (text, date) => {
  expect(datesIn(text).map(({ readings }) => readings)).toEqual([[date]]);
});

it('reads an ambiguous date in both orders', () => {
  expect(datesIn('3/4/2026')[0]?.readings).toEqual([
    { year: 2026, month: 4, day: 3 },
    { year: 2026, month: 3, day: 4 },
  ]);
  expect(datesIn('20/11/2026')[0]?.readings).toEqual([{ year: 2026, month: 11, day: 20 }]);
});

it.each([
  '12 out of 15',
  'you may 5 times',
  'they march 10 miles',
  '31.02.2026',
  '192.168.1.2026',
  'version 1.2.3',
  '15 martedì',
])('%s is not a date', (text) => {
  expect(datesIn(text)).toEqual([]);
});
