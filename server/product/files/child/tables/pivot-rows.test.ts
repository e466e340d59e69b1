import { describe, expect, it } from 'vitest';
import type { Cell } from '#domain/analysis/analysis.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { pivotRows } from './pivot-rows.ts';

const COLUMNS = ['month', 'region', 'total'];
const PIVOT = { across: 'region', value: 'total' };
const turn = (rows: Cell[][], columns = COLUMNS, pivot = PIVOT) =>
  pivotRows({ columns, rows, count: rows.length }, pivot);

describe('a pivoted result', () => {
  it('has a column for each value, sorted, and leaves empty what no row has', () => {
    expect(
      turn([
        ['2026-02', 'South', 4],
        ['2026-01', 'North', 1],
        ['2026-01', 'South', null],
      ]),
    ).toEqual({
      columns: ['month', 'North', 'South'],
      rows: [
        ['2026-02', null, 4],
        ['2026-01', 1, null],
      ],
      count: 2,
      own: 1,
    });
  });

  it.each<[Cell[], string[]]>([
    [
      [10, 9, 2026],
      ['9', '10', '2026'],
    ],
    [
      ['2026-Q2', '2026-Q10', '2026-Q1'],
      ['2026-Q1', '2026-Q2', '2026-Q10'],
    ],
    [
      ['Zürich', 'Äpfel', 'Bern'],
      ['Äpfel', 'Bern', 'Zürich'],
    ],
    [
      ['a|b', 'two\nlines', 'x{{q1}}'],
      ['a b', 'two lines', 'x q1'],
    ],
  ])('names its columns as a text can name them: %j', (values, names) => {
    expect(turn(values.map((value) => ['x', value, 1])).columns).toEqual(['month', ...names]);
  });

  it('keeps all other columns, whichever their place', () => {
    const rows = [
      ['North', 'A', 1, 'kg'],
      ['South', 'A', 2, 'kg'],
      ['North', 'A', 3, 'l'],
    ];
    expect(turn(rows, ['Region', 'item', 'Total', 'unit'])).toMatchObject({
      columns: ['item', 'unit', 'North', 'South'],
      rows: [
        ['A', 'kg', 1, 2],
        ['A', 'l', 3, null],
      ],
      own: 2,
    });
  });

  it.each<[string, Cell[][], string[]?]>([
    [
      'several rows have ["1","N"] as month, region',
      [
        ['1', 'N', 1],
        ['1', 'N', 1],
      ],
    ],
    ['some rows have no region', [['1', null, 1]]],
    ['some rows have no region', [['1', ' ', 1]]],
    [
      'two columns would be called North',
      [
        ['1', 'North', 1],
        ['1', 'north', 2],
      ],
    ],
    [
      'two columns would be called 1',
      [
        ['1', 1, 1],
        ['2', '1', 2],
      ],
    ],
    ['two columns would be called Month', [['1', 'Month', 1]]],
    ['no column region', [['1', 'N', 1]], ['month', 'place', 'total']],
    ['needs a column that names its rows', [['N', 1]], ['region', 'total']],
    ['at most 31 become columns', Array.from({ length: 32 }, (_row, at) => ['1', at, 1])],
    ['at most 10000 rows', Array.from({ length: 10_001 }, (_row, at) => [at, 'N', 1])],
  ])('is refused, not guessed: %s', (says, rows, columns) => {
    expect(() => turn(rows, columns)).toThrow(says);
  });
});

it('is made of all rows of a query, not of those that are kept, and a refusal harms no other query', async () => {
  const lines = Array.from({ length: 900 }, (_line, at) => `${Math.floor(at / 3)},${'abc'[at % 3]},${at}`);
  const bytes = Buffer.from(['day,shift,n', ...lines].join('\n'));
  const outcomes = await createTestFileWork().queryTables(
    [{ kind: 'csv', name: 'data.csv', bytes }],
    [
      { sql: 'select day, shift, n from data order by n', pivot: { across: 'shift', value: 'n' } },
      { sql: 'select shift, day, n from data order by n', pivot: { across: 'day', value: 'n' } },
      'select count(*) as n from data',
    ],
  );
  expect(outcomes).toMatchObject([
    { ok: true, columns: ['day', 'a', 'b', 'c'], count: 300, own: 1, read: 900, tables: ['data'] },
    { ok: false, why: 'wrong', says: expect.stringContaining('300 different values') },
    { ok: true, rows: [[900]] },
  ]);
  const [pivoted] = outcomes;
  expect(pivoted?.ok && pivoted.rows.length).toBe(200);
  expect(pivoted?.ok && pivoted.rows[199]).toEqual([199, 597, 598, 599]);
});
