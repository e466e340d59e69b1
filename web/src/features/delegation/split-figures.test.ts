import { expect, it } from 'vitest';
import type { AnalysisRow } from '#web/lib/analysis-row.ts';
import { splitFigures } from './split-figures.ts';
import { writeFigures } from './write-figures.ts';

const REPORT = '# North\n\nIt is the largest.\n\n[figure 1]\n\nSee [figure 1] above.';

it('a report is cut where a figure has a line of its own', () => {
  expect(splitFigures(REPORT)).toEqual([
    { markdown: '# North\n\nIt is the largest.' },
    { figure: 1 },
    { markdown: 'See [figure 1] above.' },
  ]);
});

it('as a text, a figure is the table that it shows', () => {
  const analysis: AnalysisRow = {
    tables: [],
    bound: 0,
    queries: [
      {
        n: 2,
        purpose: 'Added up',
        sql: 'select 1',
        columns: ['name', 'total'],
        rows: [
          ['A|B', 3],
          [null, -1],
        ],
        count: 9,
        read: 9,
      },
    ],
    figures: [{ n: 1, kind: 'bar', title: 'By name', query: 2, label: 0, values: [1], unit: '€' }],
  };
  expect(writeFigures(REPORT, analysis)).toBe(
    '# North\n\nIt is the largest.\n\nBy name (€)\n\n| name | total |\n| --- | --- |\n| A\\|B | 3 |\n|  | -1 |\n… (9)\n\nSee [figure 1] above.\n',
  );
});
