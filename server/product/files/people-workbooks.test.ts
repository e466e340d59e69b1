import { expect, it } from 'vitest';
import { makeArchive, makeXlsx } from '#tests/fixtures/make-xlsx.ts';
import { profileTables } from './child/tables/work-on-tables.ts';
import type { TableFacts } from './table-facts.ts';

/** Number formats of cells, by what a line writes before them: `@1 0.5`. */
const FORMATS = ['h:mm', '[h]:mm'];

const STYLES = `<numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${FORMATS.map((_code, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`;

/** `North`, `12`, `@1 0.5` with a format, or `=SUM(B2:B4) 12` with what a formula yields. */
function cellXml(written: string, place: string): string {
  const [, style = '0', formula, value = ''] = /^(?:@(\d) )?(?:=(\S+) ?)?(.*)$/.exec(written) ?? [];
  if (value === '') return '';
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const f = formula === undefined ? '' : `<f>${formula}</f>`;
  return `<c r="${place}" s="${style}" t="${isNumber ? 'n' : 'str'}">${f}<v>${value}</v></c>`;
}

/** Lines of a sheet, with cells between bars. */
async function readAll(...lines: string[]): Promise<TableFacts[]> {
  const rows = lines.map((line, at) => {
    const cells = line
      .split('|')
      .map((cell, column) => cellXml(cell.trim(), `${String.fromCharCode(65 + column)}${at + 1}`));
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  const sheets = [{ name: 'Plan', xml: `<sheetData>${rows.join('')}</sheetData>` }];
  return profileTables([{ kind: 'xlsx', name: 'plan.xlsx', bytes: makeXlsx({ sheets, styles: STYLES }) }]);
}

async function read(...lines: string[]) {
  const [table] = await readAll(...lines);
  return {
    columns: table?.columns.map(({ label, type, unit }) => `${label}: ${type}${unit ? ` in ${unit}` : ''}`),
    rows: table?.rows,
    means: table?.columns.flatMap(({ mean }) => mean ?? []),
    told: table?.issues,
  };
}

it('reads times as lengths if they were added up, and the others as times of day', async () => {
  const days = [
    'Mon | @1 0.375 | @1 0.3125',
    'Tue | @1 0.375 | @1 0.25',
    'Wed | @1 0.34375 | @1 0.375',
    'Thu | @1 0.375 | @1 0.3125',
  ];
  expect(await read('Day | Start | Worked', ...days, 'Sum | | @2 1.25')).toMatchObject({
    columns: ['Day: text', 'Start: text', 'Worked: number in h'],
    rows: 4,
    means: [7.5],
    told: [
      { key: 'totals_set_aside' },
      { key: 'times_of_day', params: { column: 'Start' } },
      { key: 'lengths_of_time', params: { column: 'Worked', read_as: 7.5 } },
    ],
  });
  expect(await read('Day | Start | Worked', ...days)).toMatchObject({
    columns: ['Day: text', 'Start: text', 'Worked: text'],
  });
});

it('reads computed numbers with all their decimals', async () => {
  expect(await read('What | Share', 'a | 0.333333333333333', 'b | 0.142857142857143')).toMatchObject({
    columns: ['What: text', 'Share: number'],
  });
});

const PUPILS = ['Ann | 1.3 | 2', 'Bob | 2.7 | 3', 'Cid | 4 | 3.3', 'Dee | 2 | 1'];

it.each<readonly [what: string, lines: readonly string[], labels: string]>([
  [
    'means and others below them',
    [
      ...PUPILS,
      'Average | =AVERAGE(B2:B5) 2.5 | =AVERAGE(C2:C5) 2.325',
      'Best | =MIN(B2:B5) 1.3 | =MIN(C2:C5) 1',
    ],
    'Average, Best',
  ],
  [
    'sums above them, of shown rows alone',
    ['All | =SUBTOTAL(109,B3:B6) 6.7 | =SUBTOTAL(109,$C$3:$C$6) 5', ...PUPILS],
    'All',
  ],
  [
    'sums between them',
    [...PUPILS.slice(0, 2), 'I | =SUM(B2:B3) 4 | 5', ...PUPILS.slice(2), 'II | =SUM(B5:B6) 6 | 4.3'],
    'I, II',
  ],
])('sets rows aside with %s, by their formulas', async (_what, lines, labels) => {
  expect(await read('Pupil | Test 1 | Test 2', ...lines)).toMatchObject({
    rows: 4,
    means: [2.5, 2.325],
    told: [{ key: 'sums_set_aside', params: { labels } }],
  });
});

it.each<readonly [what: string, lines: readonly string[]]>([
  ['its own cells', ['a | 1 | =SUM(B2:B2) 1', 'b | 2 | =SUM($B2:B3) 3', 'c | 4 | =SUM($B2:B4) 7']],
  ['one cell of its column', ['a | 1 | =B2 1', 'b | 2 | =C2+B3 3', 'c | 4 | =C3+B4 7']],
  [
    'rows of its column, as all rows have',
    ['a | 1 | 1', 'b | 2 | =MAX(C$1:C2)+1 2', 'c | 4 | =MAX(C$1:C3)+1 3'],
  ],
  ['another sheet', ['a | 1 | 5', 'b | 2 | 7', 'c | 4 | =SUM(Rates!C2:C9) 9']],
])('keeps rows with formulas of %s', async (_what, lines) => {
  expect(await read('What | n | m', ...lines)).toMatchObject({ rows: 3, told: [] });
});

it('keeps a forecast, which begins with a day or a number as all rows do', async () => {
  const lines = ['2024 | 5 | 1', '2025 | 7 | 2', '2026 | 12 | 6'];
  const next = '| =AVERAGE(B2:B4) 8 | =AVERAGE(C2:C4) 3';
  expect(await read('Year | n | m', ...lines, `2027 ${next}`)).toMatchObject({ rows: 4, told: [] });
  expect(await read('Year | n | m', ...lines, `=MAX(A2:A4) 2026 ${next}`)).toMatchObject({ rows: 3 });
  expect(await read('Year | n | m', ...lines, next)).toMatchObject({ rows: 3 });
});

it('keeps rows about another table of their sheet', async () => {
  const days = ['Day | Rent | Food', '2026-01-01 | 5 | 1', '2026-01-02 | 6 | 2', '2026-01-03 | 7 | 3'];
  const sums = (rent: string) => ['What | Euros', `Rent | =SUM(${rent}) 18`, 'Food | 6', 'Trips | 9'];
  for (const lines of [
    [...days, '', ...sums('B2:B4')],
    [...sums('B7:B9'), '', ...days],
  ])
    expect((await readAll(...lines)).map(({ rows }) => rows)).toEqual([3, 3]);
});

it.each<readonly [how: string, head: string, net: string]>([
  ['by a formula', 'Pos. | Article | Pieces | Price | Sum', '=SUM(E2:E4) 52.8'],
  ['by its amount', 'Pos. | Article | Pieces | Price | Sum', '52.8'],
])('sets the end of an invoice aside, of which the first row is a sum %s', async (_how, head, net) => {
  const lines = ['1 | Apples | 10 | 2.5 | 25', '2 | Pears | 4 | 3.2 | 12.8', '3 | Boxes | 3 | 5 | 15'];
  const end = [`| | | Net | ${net}`, '| | | VAT | 10.03', '| | | Gross | 62.83'];
  expect(await read(head, ...lines, ...end)).toMatchObject({
    rows: 3,
    columns: ['Pos.: number', 'Article: text', 'Pieces: number', 'Price: number', 'Sum: number'],
    told: [{ key: 'sums_set_aside', params: { labels: 'Net, VAT, Gross' } }],
  });
  // The last rows lack their number, and nothing says that they are about the others.
  expect(await read(head, ...lines, '| Bags | 3 | 5 | 14', '| | | Gross | 66.8')).toMatchObject({ rows: 5 });
});

it('leaves out rows that are prepared for others, with nothing but zeros of formulas', async () => {
  const lines = ['a | 2 | =A2*2 4', 'b | 0 | =A3*2 0', '| | =A4*2 0', '| | =A5*2 0'];
  expect(await read('What | n | twice', ...lines)).toMatchObject({ rows: 2, means: [1, 2] });
  expect(await read('What | n | twice', ...lines, 'Total | 2 | =SUM(C2:C5) 4')).toMatchObject({ rows: 2 });
});

/** Numbers below a name, as cells of an .ods file; with styles. */
async function readOds(cells: readonly string[], styles = ''): Promise<TableFacts | undefined> {
  const head = '<table:table-cell office:value-type="string"><text:p>Pieces</text:p></table:table-cell>';
  const rows = [head, ...cells].map((cell) => `<table:table-row>${cell}</table:table-row>`).join('');
  const names = ['office', 'table', 'text', 'style', 'number']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const bytes = makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Plan">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  return (await profileTables([{ kind: 'ods', name: 'plan.ods', bytes }]))[0];
}

const odsCell = (value: number, more = ''): string =>
  `<table:table-cell ${more} office:value-type="float" office:value="${value}"/>`;

it.each<readonly [rows: number, formula: string]>([
  [3, 'of:=AVERAGE([.A2:.A4])'],
  [4, 'of:=AVERAGE([$Rates.A2:.A4])'],
  [4, 'of:=AVERAGE([.B2:.B4])'],
])('finds %i rows of data above the formula %s of an .ods file', async (rows, formula) => {
  const cells = [odsCell(5), odsCell(7), odsCell(12), odsCell(8, `table:formula="${formula}"`)];
  expect((await readOds(cells))?.rows).toBe(rows);
});

it('reads shares of an .ods file by their style, where it calls them numbers', async () => {
  const styles =
    '<number:percentage-style style:name="N1"/><style:style style:name="s1" style:data-style-name="N1"/>';
  const share = (value: number): string => odsCell(value, 'table:style-name="s1"');
  const table = await readOds([share(0.25), share(0.5)], styles);
  expect(table?.columns).toMatchObject([{ unit: '%', min: 25, max: 50 }]);
});

it('takes days beside each other for names of columns if numbers stand below them', async () => {
  const days = ' | 2026-01-01 | 2026-02-01 | 2026-03-01';
  expect(await read(days, 'Sales | 100 | 110 | 120', 'Cost | 60 | | 65')).toMatchObject({
    columns: ['Column 1: text', '2026-01-01: number', '2026-02-01: number', '2026-03-01: number'],
    rows: 2,
  });
  expect(await read('Stay | 2026-01-01 | 2026-02-01', 'Tour | 2026-03-01 | 2026-03-05')).toMatchObject({
    columns: ['Column 1: text', 'Column 2: date', 'Column 3: date'],
    rows: 2,
  });
  expect(await read('Stay | 2026-01-01 | 2026-02-01', 'Tour | | 12')).toMatchObject({ rows: 2 });
});
