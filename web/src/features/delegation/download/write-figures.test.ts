import { expect, it } from 'vitest';
import type { Analysis } from '#domain/analysis/analysis.ts';
import { ranQuery } from '../evidence/testing/ran-query.ts';
import { writeFigures } from './write-figures.ts';

const ANALYSIS: Analysis = {
  tables: [],
  copies: [],
  queries: [
    ranQuery(
      ['name', 'share', 'note'],
      [
        ['a|b', 0.414_069_069_5, null],
        ['c', null, 'x'],
      ],
      { count: 3 },
    ),
  ],
  bound: 0,
  figures: [{ n: 1, kind: 'bar', title: 'Shares', query: 1, label: 0, values: [1], unit: '' }],
};

it('writes a figure as a table, with numbers at the right and no more digits than they need', () => {
  expect(writeFigures('See this.\n\n[figure 1]\n', ANALYSIS)).toBe(
    `See this.

Shares

| name | share | note |
| --- | ---: | --- |
| a\\|b | 0.4141 |  |
| c |  | x |
… (3)
`,
  );
});

it.each([
  ['de', ['1.234.567,5', '-0,4141', '2024']],
  ['en', ['1,234,567.5', '-0.4141', '2024']],
  ['fr', ['1\u202f234\u202f567,5', '-0,4141', '2024']],
])('writes numbers on paper as its language does, and years as years: %s', (language, cells) => {
  const rows = [
    [1_234_567.5, -0.414_069, 2024],
    [12, 0, 2025],
  ];
  const analysis = { ...ANALYSIS, queries: [ranQuery(['sum', 'share', 'year'], rows)] };
  const paper = { charts: new Set([1]), language };
  const written = writeFigures('[figure 1]', analysis, true, paper);
  expect(written).toContain(
    `[figure 1]\n\n| sum | share | year |\n| ---: | ---: | ---: |\n| ${cells.join(' | ')} |`,
  );
  expect(writeFigures('[figure 1]', analysis, true)).toContain('| 1234567.5 | -0.4141 | 2024 |');
});
