import { describe, expect, it } from 'vitest';
import { Grid } from './grid.ts';
import { joinHead } from './two-line-head.ts';

const headOf = (rows: readonly (readonly string[])[], spans: Parameters<typeof joinHead>[0]['spans'] = []) =>
  joinHead({ cells: Grid.ofRows(rows), spans }).cells.row(0);
const DATA = [
  ['North', '1', '2', '3', '4'],
  ['South', '5', '6', '7', '8'],
];

describe('a heading of two lines', () => {
  it('is joined if its upper cells are merged over some columns', () => {
    const spans = [
      { row: 0, from: 1, to: 3 },
      { row: 0, from: 3, to: 5 },
    ];
    const joined = ['Region', '2025 Plan', '2025 Sold', '2026 Bought', '2026 Lent'];
    expect(
      headOf([['Region', '2025', '', '2026', ''], ['', 'Plan', 'Sold', 'Bought', 'Lent'], ...DATA], spans),
    ).toEqual(joined);
    expect(
      headOf(
        [['Region', '2025', '', '2026', ''], ['Region', 'Plan', 'Sold', 'Bought', 'Lent'], ...DATA],
        spans,
      ),
    ).toEqual(joined);
  });

  it('is joined if the names of its lower line repeat', () => {
    expect(headOf([['', '2025', '', '2026', ''], ['Region', 'H1', 'H2', 'H1', 'H2'], ...DATA])).toEqual([
      'Region',
      '2025 H1',
      '2025 H2',
      '2026 H1',
      '2026 H2',
    ]);
  });

  it('may have years in its lower line', () => {
    const spans = [{ row: 0, from: 1, to: 3 }];
    expect(
      headOf([['Region', 'Sales', '', 'Costs', 'Staff'], ['', '2025', '2026', '', ''], ...DATA], spans),
    ).toEqual(['Region', 'Sales 2025', 'Sales 2026', 'Costs', 'Staff']);
  });
});

describe('a heading below a year alone', () => {
  const below = (upper: string[], lower: string[], ...rows: string[][]) =>
    headOf([
      upper,
      lower,
      ...(rows.length > 0
        ? rows
        : [
            ['North', '1', '2'],
            ['South', '5', '6'],
          ]),
    ]);

  it.each([
    ['above all values', ['', '2026', ''], ['Region', 'H1', 'H2'], ['Region', '2026 H1', '2026 H2']],
    ['above a column without a name', ['', '2026', ''], ['', 'H1', 'H2'], ['', '2026 H1', '2026 H2']],
  ])('has it in the names of its values: %s', (_what, upper, lower, joined) => {
    expect(below(upper, lower)).toEqual(joined);
  });

  it.each<[what: string, upper: string[], lower: string[], ...rows: string[][]]>([
    ['a title', ['2026', '', ''], ['Region', 'H1', 'H2']],
    ['above some of the values', ['', '', '2026'], ['Region', 'H1', 'H2']],
    ['above years', ['', '2026', ''], ['Region', '2025', '2026']],
    ['above names with years', ['', '2026', ''], ['Region', 'H1 2025', 'H1 2026']],
    [
      'above other words',
      ['', '2026', ''],
      ['Region', 'H1', 'By'],
      ['North', '1', 'Ann'],
      ['South', '2', 'Bo'],
    ],
    ['above words', ['', '2026', ''], ['Region', 'Name', 'Sum'], ['North', 'Ann', '1'], ['South', 'Bo', '2']],
    ['behind numbers', ['', '2026', ''], ['Id', 'H1', 'H2'], ['1', '1', '2'], ['2', '5', '6']],
    ['a number that is no year', ['', '3026', ''], ['Region', 'H1', 'H2']],
    ['a title that names a year', ['', 'Sales 2026', ''], ['Region', 'H1', 'H2']],
  ])('does not, if that is %s', (_what, upper, lower, ...rows) => {
    expect(below(upper, lower, ...rows)).toEqual(upper);
  });

  it('needs two of them', () => {
    expect(
      headOf([
        ['', '2026'],
        ['Region', 'Sales'],
        ['North', '1'],
        ['South', '5'],
      ]),
    ).toEqual(['', '2026']);
  });
});

describe('a heading of two lines that complete each other', () => {
  it.each([
    ['years', ['Region', '2026', '', 'Sum'], ['', 'H1', 'H2', ''], ['Region', '2026 H1', '2026 H2', 'Sum']],
    ['words', ['Region', 'Sales', '', 'Rent'], ['', 'Fruit', 'Veg', 'Flat'], null],
    ['years below', ['Region', 'Sales', '', 'Sum'], ['', '2025', '2026', ''], null],
  ])('is joined: %s', (_what, upper, lower, joined) => {
    const groups = ['', upper[1], upper[1], upper[3]];
    const names = lower.map((name, at) => (name === '' ? upper[at] : `${groups[at]} ${name}`));
    expect(headOf([upper, lower, ...DATA.map((row) => row.slice(0, 4))])).toEqual(joined ?? names);
  });

  it('is joined below a title', () => {
    const title = ['Sales of the year', '', ''];
    const { cells } = joinHead({
      cells: Grid.ofRows([title, ['Region', '2026', ''], ['', 'H1', 'H2'], ['North', '1', '2']]),
    });
    expect(cells.rows(0, 2)).toEqual([title, ['Region', '2026 H1', '2026 H2']]);
  });

  it.each([
    [
      'if all is words',
      [
        ['Name', 'City', ''],
        ['', 'Bonn', 'late'],
        ['Ann', 'Rome', 'early'],
      ],
    ],
    [
      'if one column has words',
      [
        ['Name', 'City', ''],
        ['', 'Bonn', 'late'],
        ['Ann', 'Rome', '4'],
      ],
    ],
    [
      'if a column has words as well',
      [
        ['A', 'B', ''],
        ['', 'c', 'd'],
        ['n', '1', '2'],
        ['m', 'few', '3'],
      ],
    ],
    [
      'if nothing stands below',
      [
        ['Region', '2026', ''],
        ['', 'H1', 'H2'],
        ['North', '1', ''],
      ],
    ],
    [
      'if the second row has gaps',
      [
        ['Region', 'Sold', ''],
        ['', 'n/a', '-'],
        ['North', '1', '2'],
      ],
    ],
    [
      'if the gaps repeat',
      [
        ['Region', 'Sold', ''],
        ['North', 'n/a', 'n/a'],
        ['South', '1', '2'],
      ],
    ],
    [
      'if a column has no name',
      [
        ['Region', '2026', '', ''],
        ['', 'H1', 'H2', ''],
        ['North', '1', '2', '3'],
      ],
    ],
    [
      'if a title has a place',
      [
        ['Sales', '', 'Bonn'],
        ['', 'Plan', 'Sold'],
        ['North', '1', '2'],
      ],
    ],
    [
      'if a title is alone',
      [
        ['Sales', '', ''],
        ['', 'Plan', 'Sold'],
        ['North', '1', '2'],
      ],
    ],
    [
      'if the upper has no gap',
      [
        ['Region', 'Plan', 'Sold'],
        ['', 'EUR', 'kg'],
        ['North', '1', '2'],
      ],
    ],
    [
      'if the lower has no gap',
      [
        ['Region', 'Plan', ''],
        ['North', 'few', 'most'],
        ['South', '1', '2'],
      ],
    ],
    [
      'if values stand above',
      [
        ['Region', 'Sold', ''],
        ['North', '1', '2'],
        ['South', 'closed', ''],
        ['', 'open', 'late'],
        ['East', '1', '2'],
      ],
    ],
  ])('stays as it is %s', (_what, rows) => {
    const { cells, example } = joinHead({ cells: Grid.ofRows(rows) });
    expect(example).toBeNull();
    expect(cells.rows()).toEqual(rows);
  });
});

describe('two lines stay as they are', () => {
  it.each([
    ['below a title over all columns', ['Sales', '', '', '', ''], ['Region', 'a', 'b', 'c', 'd'], [0, 5]],
    ['below a title over some', ['Sales', '', '', '', ''], ['Region', 'a', 'b', 'c', 'd'], [0, 3]],
    ['below a title and a date', ['Sales', '', '', 'Printed', ''], ['Region', 'a', 'b', 'c', 'd'], null],
    ['where the second is data', ['Region', 'Sales', '', '', 'n'], ['North', '1', '2', '3', '4'], [1, 4]],
  ] as const)('%s', (_what, upper, lower, span) => {
    const spans = span ? [{ row: 0, from: span[0], to: span[1] }] : [];
    expect(headOf([upper, lower, ...DATA], spans)).toEqual(upper);
  });
});

it('joins three lines of headings if the upper two are merged over some columns', () => {
  const upper = ['Site', '2025', '', '', ''];
  const middle = ['Site', 'Sold', '', 'Lent', ''];
  const lower = ['Site', 'H1', 'H2', 'H1', 'H2'];
  const over = (row: number, from: number, to: number) => ({ row, from, to });
  const spans = [over(0, 1, 5), over(1, 1, 3), over(1, 3, 5)];
  const names = ['Site', '2025 Sold H1', '2025 Sold H2', '2025 Lent H1', '2025 Lent H2'];
  expect(headOf([upper, middle, lower, ...DATA], spans)).toEqual(names);
  // Two lines, above a row of words, if the second one isn't merged.
  const words = ['all', 'open', 'late', 'open', 'late'];
  expect(headOf([upper, middle, words, ...DATA], [over(0, 1, 5)])).toEqual([
    'Site',
    '2025 Sold',
    '2025',
    '2025 Lent',
    '2025',
  ]);
});
