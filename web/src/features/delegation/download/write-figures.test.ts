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
