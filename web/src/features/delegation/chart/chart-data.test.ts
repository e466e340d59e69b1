import { expect, it } from 'vitest';
import { createFormat, toChartData } from './chart-data.ts';

const RESULT = {
  columns: ['month', 'total'],
  rows: [
    ['2026-01', 1000.5],
    ['2026-02', null],
    ['2026-03', 1200],
  ],
};

it('cells are formatted in the language, and an unknown language is no error', () => {
  expect(createFormat('de')(1234.5)).toBe('1.234,5');
  expect(createFormat('de')(null)).toBe('–');
  expect(createFormat('')(12)).toBe('12');
});

it('bars start at zero, lines near their values, and parts end at their sum', () => {
  const bars = toChartData({ kind: 'bar', label: 0, values: [1] }, RESULT, '', 'en');
  expect(bars).toMatchObject({ low: 0, high: 1200, series: ['total'], below: 'month' });
  const lines = toChartData({ kind: 'line', label: 0, values: [1] }, RESULT, '', 'en');
  expect(lines).toMatchObject({
    low: 1000.5,
    marks: [{ values: [1000.5] }, { values: [null] }, { values: [1200] }],
  });
  const parts = {
    columns: ['name', 'one', 'other'],
    rows: [
      ['a', 3, 4],
      ['b', 1, null],
    ],
  };
  expect(toChartData({ kind: 'stacked', label: 0, values: [1, 2] }, parts, '', 'en')).toMatchObject({
    low: 0,
    high: 7,
  });
});
