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

it.each([
  ['en', 14280.5, '€', '€14,280.5'],
  ['en', -3, '$', '-$3'],
  ['de', 14280, '€', '14.280\u00a0€'],
  ['en', 19, '%', '19%'],
  ['de', 19, '%', '19\u00a0%'],
  ['en', 5, 'kg', '5\u00a0kg'],
  ['en', 5, 'CHF', '5\u00a0CHF'],
  ['en', null, '€', '–'],
])('puts a unit where the language does: %s %s %s', (code, value, unit, shown) => {
  expect(createFormat(code)(value, unit)).toBe(shown);
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

it('years are written without marks for thousands, and amounts with them', () => {
  const labelsOf = (rows: (number | string)[][]) =>
    toChartData({ kind: 'line', label: 0, values: [1] }, { columns: ['a', 'b'], rows }, '', 'en').marks.map(
      ({ label }) => label,
    );
  expect(
    labelsOf([
      [2024, 1500],
      [2025, 2000],
    ]),
  ).toEqual(['2024', '2025']);
  expect(
    labelsOf([
      [2000, 1500],
      [3000, 2000],
    ]),
  ).toEqual(['2,000', '3,000']);
  expect(
    labelsOf([
      [1999.5, 1500],
      [2025, 2000],
    ]),
  ).toEqual(['1,999.5', '2,025']);
});

it('a line stands in time by days, months, quarters and years', () => {
  const placesOf = (...labels: string[]) =>
    toChartData(
      { kind: 'line', label: 0, values: [1] },
      { columns: ['a', 'b'], rows: labels.map((label) => [label, 1]) },
      '',
      'en',
    ).marks.map(({ x }) => x);
  expect(placesOf('2026', '2026-Q2', '2026-07', '2026-10-01')).toEqual(
    ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'].map((day) => Date.parse(day)),
  );
  expect(placesOf('4711', '0815')).toEqual([0, 1]);
});
