import { describe, expect, it } from 'vitest';
import { type GlyphRun, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { LEFT_COLUMN, lineAt, linesBelow, RIGHT_COLUMN } from '#tests/fixtures/placed-text.ts';
import { profileTables } from './child/tables/work-on-tables.ts';

const table = (y: number, rows: readonly (readonly string[])[], places: readonly number[]): GlyphRun[] =>
  rows.flatMap((row, at) => row.map((cell, n) => lineAt(places[n] ?? 0, y - at * 15, cell)));

async function tablesOf(runs: readonly GlyphRun[]) {
  const tables = await profileTables([{ kind: 'pdf', name: 'a.pdf', bytes: makeGlyphPdf(runs) }]);
  return tables.map(({ rows, columns }) => ({
    rows,
    columns: columns.map(({ label, type }) => `${label}: ${type}`),
  }));
}

const ITEMS = [
  ['Item', 'Quantity', 'Price'],
  ['Garden chair', '4', '89.50'],
  ['Parasol', '1', '249.00'],
  ['Cushion', '6', '12.40'],
];
const FOUND = { rows: 3, columns: ['Item: text', 'Quantity: number', 'Price: number'] };

describe('columns of text', () => {
  it('are no table', async () => {
    expect(
      await tablesOf([...linesBelow(40, 700, LEFT_COLUMN), ...linesBelow(320, 700, RIGHT_COLUMN)]),
    ).toEqual([]);
  });

  it('are no rows of the table above them', async () => {
    const runs = [
      ...table(700, ITEMS, [40, 320, 460]),
      ...linesBelow(40, 640, LEFT_COLUMN),
      ...linesBelow(320, 640, RIGHT_COLUMN),
    ];
    expect(await tablesOf(runs)).toEqual([FOUND]);
  });

  it('are no cells of the table beside them', async () => {
    expect(
      await tablesOf([...table(700, ITEMS, [40, 140, 220]), ...linesBelow(320, 700, RIGHT_COLUMN)]),
    ).toEqual([FOUND]);
  });
});

it('long texts, each in its cell, are a table', async () => {
  const rows = [
    ['Name of the society', 'Street and number of it'],
    ['Society of the gardeners', 'Long Street 12 in Hamburg'],
    ['Friends of the museum', 'Quay Street 4 in Galway'],
    ['Association of rowers', 'Harbour Road 88 in Cork'],
    ['Choir of the cathedral', 'Market Square 1 in Bath'],
  ];
  const byRow = table(700, rows, [40, 320]);
  const byColumn = [0, 1].flatMap((n) => byRow.filter(({ x }) => x === [40, 320][n]));
  const expected = [{ rows: 4, columns: ['Name of the society: text', 'Street and number of it: text'] }];
  expect(await tablesOf(byRow)).toEqual(expected);
  expect(await tablesOf(byColumn)).toEqual(expected);
});
