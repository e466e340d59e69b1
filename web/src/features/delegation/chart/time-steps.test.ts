import { expect, it } from 'vitest';
import type { Cell, Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { ranQuery } from '../evidence/testing/ran-query.ts';
import { inSteps, stepsOf } from './time-steps.ts';

const LINE: Figure = { n: 1, kind: 'line', title: '', query: 1, label: 0, values: [1], unit: '€' };

const query = (rows: Cell[][], columns = ['day', 'euros']): RanQuery => ranQuery(columns, rows);

const DAYS = query([
  ['2026-03-31', 0.1],
  ['2025-12-24', 50],
  ['2026-03-02', 0.2],
  ['2026-02-01', null],
  ['2026-07-14', -4],
]);

it.each([
  [
    'total',
    'month',
    [
      ['2025-12', 50],
      ['2026-02', null],
      ['2026-03', 0.3],
      ['2026-07', -4],
    ],
  ],
  [
    'average',
    'month',
    [
      ['2025-12', 50],
      ['2026-02', null],
      ['2026-03', 0.15],
      ['2026-07', -4],
    ],
  ],
  [
    'total',
    'quarter',
    [
      ['2025-Q4', 50],
      ['2026-Q1', 0.3],
      ['2026-Q3', -4],
    ],
  ],
  [
    'average',
    'year',
    [
      ['2025', 50],
      ['2026', -1.23333333333],
    ],
  ],
] as const)('puts days together: %s by %s, from the earliest, and nothing is no zero', (as, by, rows) => {
  expect(inSteps(DAYS, { as, by })).toEqual({ ...DAYS, rows, count: rows.length });
});

it('sums every column of numbers, and finds the quarter and the year of a month', () => {
  const months = query(
    [
      ['2026-01', 1, 10],
      ['2026-03', 2, 20],
      ['2026-04', 4, 40],
    ],
    ['month', 'euros', 'payments'],
  );
  expect(inSteps(months, { as: 'total', by: 'quarter' }).rows).toEqual([
    ['2026-Q1', 3, 30],
    ['2026-Q2', 4, 40],
  ]);
  const quarters = query([
    ['2025-Q4', 1],
    ['2026-Q1', 2],
    ['2026-Q2', 4],
  ]);
  expect(inSteps(quarters, { as: 'total', by: 'year' }).rows).toEqual([
    ['2025', 1],
    ['2026', 6],
  ]);
});

it('offers what is coarser than the rows, and puts some of them together but not all', () => {
  const offered = (rows: Cell[][]) => [...new Set(stepsOf(LINE, query(rows)).map(({ by }) => by))];
  expect(offered(DAYS.rows)).toEqual(['month', 'quarter', 'year']);
  expect(
    offered([
      ['2026-01-01', 1],
      ['2026-01-02', 2],
      ['2026-02-01', 3],
    ]),
  ).toEqual(['month']);
  expect(
    offered([
      ['2026-01', 1],
      ['2026-02', 2],
      ['2026-04', 3],
    ]),
  ).toEqual(['quarter']);
  expect(
    offered([
      ['2026-01-01', 1],
      ['2026-02-02', 2],
    ]),
  ).toEqual([]);
  expect(
    offered([
      ['2025', 1],
      ['2026', 2],
    ]),
  ).toEqual([]);
});

it.each<[string, Partial<Figure>, RanQuery]>([
  ['some rows are missing', {}, { ...DAYS, count: 6 }],
  [
    'another column has words',
    {},
    query(
      DAYS.rows.map((row) => [...row, 'Rent']),
      ['a', 'b', 'c'],
    ),
  ],
  ['the figure is labelled by something else', { label: 1 }, DAYS],
  ['quartiles have neither total nor average', { kind: 'box' }, DAYS],
  ['one label is no time', {}, query([...DAYS.rows, ['soon', 1]])],
  [
    'there are no words',
    {},
    query([
      [2025, 1],
      [2026, 2],
    ]),
  ],
])('offers nothing where %s', (_why, change, result) => {
  expect(stepsOf(LINE, DAYS)).not.toEqual([]);
  expect(stepsOf({ ...LINE, ...change }, result)).toEqual([]);
});
