import { expect, it } from 'vitest';
import type { Figure, RanQuery } from '#domain/analysis.ts';
import { createFormat, toFigureValues } from './figure-values.ts';

const QUERY: RanQuery = {
  n: 1,
  purpose: '',
  sql: '',
  columns: ['month', 'total'],
  units: ['', ''],
  rows: [
    ['2026-01', 1000.5],
    ['2026-02', null],
    ['2026-03', 1200],
  ],
  count: 3,
  read: 3,
};
const FIGURE: Figure = { n: 1, kind: 'bar', title: '', query: 1, label: 0, values: [1], unit: '' };

it('cells are formatted in the language, and an unknown language is no error', () => {
  expect(createFormat('de')(1234.5)).toBe('1.234,5');
  expect(createFormat('de')(null)).toBe('–');
  expect(createFormat('')(12)).toBe('12');
});

it('bars start at zero, lines near their values', () => {
  const format = createFormat('en');
  expect(toFigureValues(FIGURE, QUERY, format)).toMatchObject({ low: 0, high: 1200, series: ['total'] });
  expect(toFigureValues({ ...FIGURE, kind: 'line' }, QUERY, format)).toMatchObject({
    low: 1000.5,
    marks: [{ values: [1000.5] }, { values: [null] }, { values: [1200] }],
  });
});
