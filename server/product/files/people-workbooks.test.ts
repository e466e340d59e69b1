import { expect, it } from 'vitest';
import { makeXlsx } from '#tests/fixtures/make-xlsx.ts';
import { profileTables } from './child/tables/work-on-tables.ts';

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
async function read(...lines: string[]) {
  const rows = lines.map((line, at) => {
    const cells = line
      .split('|')
      .map((cell, column) => cellXml(cell.trim(), `${String.fromCharCode(65 + column)}${at + 1}`));
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  const sheets = [{ name: 'Plan', xml: `<sheetData>${rows.join('')}</sheetData>` }];
  const [table] = await profileTables([
    { kind: 'xlsx', name: 'plan.xlsx', bytes: makeXlsx({ sheets, styles: STYLES }) },
  ]);
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
