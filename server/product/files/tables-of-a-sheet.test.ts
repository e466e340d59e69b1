import { expect, it } from 'vitest';
import { makeArchive, makeXlsx } from '#tests/fixtures/make-xlsx.ts';
import { profileTables } from './child/tables/work-on-tables.ts';

/** Lines of a sheet, with cells between bars: what is empty is no cell. */
type Lines = readonly string[];

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const isNumber = (cell: string): boolean => /^-?\d+(?:\.\d+)?$/.test(cell);

function xlsxOf(lines: Lines): Buffer {
  const rows = lines.map((line, at) => {
    const cells = cellsOf(line).map((cell, column) => {
      const place = `${String.fromCharCode(65 + column)}${at + 1}`;
      if (cell === '') return '';
      return isNumber(cell)
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return makeXlsx({ sheets: [{ name: 'Plan', xml: `<sheetData>${rows.join('')}</sheetData>` }] });
}

function odsOf(lines: Lines): Buffer {
  const rows = lines.map((line) => {
    const cells = cellsOf(line).map((cell) => {
      if (cell === '') return '<table:table-cell/>';
      return isNumber(cell)
        ? `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`;
    });
    return `<table:table-row>${cells.join('')}</table:table-row>`;
  });
  return makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Plan">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

interface Read {
  readonly labels: readonly string[];
  readonly rows: number;
  readonly range: string | null;
}

async function read(kind: 'xlsx' | 'ods', lines: Lines): Promise<Read[]> {
  const bytes = kind === 'xlsx' ? xlsxOf(lines) : odsOf(lines);
  return (await profileTables([{ kind, name: `plan.${kind}`, bytes }])).map((table) => {
    const split = table.issues.find(({ key }) => key === 'sheet_split');
    return {
      labels: table.columns.map(({ label }) => label),
      rows: table.rows,
      range: split?.key === 'sheet_split' ? split.params.range : null,
    };
  });
}

const BELOW: Lines = [
  'Income',
  'month | euros',
  '2026-01 | 10',
  '2026-02 | 12',
  'Total | 22',
  '',
  'Costs',
  '',
  'what | euros | paid by',
  'rent | 5 | Ann',
  'food | 3 | Bob',
  'trips | 2 | Ann',
];
const BESIDE: Lines = [
  'month | euros | | what | costs',
  '2026-01 | 10 | | rent | 5',
  '2026-02 | 12 | | food | 3',
  '2026-03 | 9 | | |',
];
const BOTH: Lines = [
  'Household 2026',
  '',
  'month | euros | pieces',
  '2026-01 | 10 | 4',
  '2026-02 | 12 | 5',
  '',
  'what | n | | who | n',
  'rent | 5 | | Ann | 1',
  'food | 3 | | Bob | 2',
];
/** Beside two that stand below each other, of which the gap is filled to the left. */
const LONG: Lines = [
  'day | hours | | team | people',
  '2026-01-01 | 7 | | North | 4',
  '2026-01-02 | 8 | | South | 6',
  '2026-01-03 | 6 | | |',
  '2026-01-04 | 7 | | room | seats',
  '2026-01-05 | 8 | | Blue | 12',
  '2026-01-06 | 8 | | Red | 20',
];

it.each(['xlsx', 'ods'] as const)('reads tables below or beside each other on a sheet (%s)', async (kind) => {
  expect(await read(kind, BELOW)).toEqual([
    { labels: ['month', 'euros'], rows: 2, range: 'A1:C5' },
    { labels: ['what', 'euros', 'paid by'], rows: 3, range: 'A7:C12' },
  ]);
  expect(await read(kind, BESIDE)).toEqual([
    { labels: ['month', 'euros'], rows: 3, range: 'A1:B4' },
    { labels: ['what', 'costs'], rows: 2, range: 'D1:E3' },
  ]);
  expect(await read(kind, BOTH)).toEqual([
    { labels: ['month', 'euros', 'pieces'], rows: 2, range: 'A1:E5' },
    { labels: ['what', 'n'], rows: 2, range: 'A7:B9' },
    { labels: ['who', 'n'], rows: 2, range: 'D7:E9' },
  ]);
  expect(await read(kind, LONG)).toEqual([
    { labels: ['day', 'hours'], rows: 6, range: 'A1:B7' },
    { labels: ['team', 'people'], rows: 2, range: 'D1:E3' },
    { labels: ['room', 'seats'], rows: 2, range: 'D5:E7' },
  ]);
});

it.each<readonly [what: string, lines: Lines, rows: number, width: number]>([
  [
    'empty rows between its groups',
    ['what | n | m', 'a | 1 | 2', 'b | 2 | 3', '', 'c | 3 | 4', 'd | 4 | 5'],
    4,
    3,
  ],
  ['headings of groups', ['what | n | m', 'North', 'a | 1 | 2', '', 'South', 'c | 3 | 4'], 4, 3],
  [
    'an empty column between its columns',
    ['what | n | | who | m', 'a | 1 | | Ann | 5', 'b | 2 | | Bob | 6'],
    2,
    4,
  ],
  [
    'a sum to the left of an empty column',
    ['what | n | | who | m', 'a | 1 | | Ann | 5', 'b | 2 | | Bob | 6', 'Total | 3 | | |'],
    2,
    4,
  ],
  [
    'remarks beside some of its rows',
    [
      'what | n | | by | on',
      'a | 1 | | |',
      'b | 2 | | Bob | 2026-01-01',
      'c | 2 | | |',
      'd | 5 | | Ann | 2026-01-03',
    ],
    4,
    4,
  ],
  ['years beside each other', ['what | n | m | | n | m', 'a | 1 | 5 | | 3 | 4', 'b | 2 | 6 | | 4 | 4'], 2, 5],
  ['a note below', ['what | n | m', 'a | 1 | 2', 'b | 2 | 3', '', 'Printed: | 2026-05-03'], 2, 3],
])('leaves a table with %s together', async (_what, lines, rows, width) => {
  const found = await read('xlsx', lines);
  expect(found.map((table) => [table.rows, table.labels.length, table.range])).toEqual([[rows, width, null]]);
});
