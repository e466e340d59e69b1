import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import type { Analysis } from '#domain/analysis/analysis.ts';
import { writeFigures } from '../download/write-figures.ts';
import { splitFigures } from './split-figures.ts';
import { ranQuery } from './testing/ran-query.ts';

const REPORT = '# North\n\nIt is the largest.\n\n[figure 1]\n\nSee [figure 1] above.';

it('a report is split where a figure has a line of its own', () => {
  expect(splitFigures(REPORT)).toEqual([
    { markdown: '# North\n\nIt is the largest.' },
    { figure: 1 },
    { markdown: 'See [figure 1] above.' },
  ]);
});

it('as text, a figure is its table', () => {
  const analysis: Analysis = {
    tables: [],
    copies: [],
    bound: 0,
    queries: [
      ranQuery(
        ['name', 'total'],
        [
          ['A|B', 0.41406907],
          [null, -1],
        ],
        { n: 2, count: 9 },
      ),
    ],
    figures: [{ n: 1, kind: 'bar', title: 'By name', query: 2, label: 0, values: [1], unit: '€' }],
  };
  expect(writeFigures(REPORT, analysis)).toBe(
    '# North\n\nIt is the largest.\n\nBy name (€)\n\n| name | total |\n| --- | ---: |\n| A\\|B | 0.4141 |\n|  | -1 |\n… (9)\n\nSee [figure 1] above.\n',
  );
});

it('cells are escaped, so that none is taken for Markdown', () => {
  const cells = ['<none>', '5*3*2', '[1]', 'a|b\\', '_x_', 'a_b_c', '&lt;', '~~2~~'];
  const analysis: Analysis = {
    tables: [],
    copies: [],
    bound: 0,
    queries: [
      ranQuery(
        ['name'],
        cells.map((cell) => [cell]),
        { n: 2 },
      ),
    ],
    figures: [{ n: 1, kind: 'bar', title: 'By name', query: 2, label: 0, values: [0], unit: '' }],
  };
  const drawn = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(writeFigures('[figure 1]', analysis, true));
  const table = drawn.children.find((node) => node.type === 'table');
  const words = table?.children.slice(1).map(({ children: [cell] }) => cell?.children);
  expect(words).toEqual(cells.map((value) => [expect.objectContaining({ type: 'text', value })]));
});
