import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bookParts, type MadeBook, makeArchive, makeXlsx, sheetData } from '#tests/fixtures/make-xlsx.ts';
import { makeCompound } from '#tests/fixtures/outlook/make-compound.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { inspectFile } from './child/inspect-file.ts';
import { readText } from './child/read-text.ts';
import { readSources } from './child/tables/read-sources.ts';
import { readWorkbook } from './child/tables/sheets/read-workbook.ts';
import type { TypedTable } from './child/tables/type-table.ts';
import { profileTables } from './child/tables/work-on-tables.ts';
import type { TableFacts } from './table-facts.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../tests/fixtures/office/${name}`, import.meta.url));

async function profile(bytes: Buffer, kind: 'xlsx' | 'ods' = 'xlsx'): Promise<TableFacts[]> {
  return profileTables([{ kind, name: 'sales.xlsx', bytes }]);
}

async function firstTable(bytes: Buffer): Promise<TypedTable | undefined> {
  const tables: TypedTable[] = [];
  await readSources([{ kind: 'xlsx', name: 'a', bytes }], (table) => tables.push(table));
  return tables[0];
}

const columnsOf = (table: TableFacts | undefined) =>
  table?.columns.map(({ label, type, unit }) => `${label}: ${type}${unit === null ? '' : ` in ${unit}`}`);
const issuesOf = (table: TableFacts | undefined) => table?.issues.map(({ key }) => key);

const PROGRAMS = [
  ['openpyxl', 'sales-openpyxl.xlsx', 'xlsx'],
  ['LibreOffice', 'sales-libreoffice.xlsx', 'xlsx'],
  ['LibreOffice', 'sales-libreoffice.ods', 'ods'],
] as const;

describe.each(PROGRAMS)('a workbook saved by %s (%s)', (program, name, kind) => {
  it('is recognised by its content, and has a table per sheet that is not empty', async () => {
    expect(await inspectFile(fixture(name))).toEqual({ kind });
    const tables = await profile(fixture(name), kind);
    expect(tables.map(({ name: table, sheet, origin }) => [table, sheet, origin])).toEqual([
      ['sales_sales', 'Sales', kind],
      ['sales_orders', 'Orders', kind],
      ['sales_lists', 'Lists', kind],
    ]);
  });

  it('has two lines of headings below a title, and a sum in its last row', async () => {
    const [sales] = await profile(fixture(name), kind);
    expect(sales?.columns.map(({ label }) => label)).toEqual([
      'Region',
      '2025 H1',
      '2025 H2',
      '2026 H1',
      '2026 H2',
    ]);
    // Certain numbers: none could be one of thousands.
    expect(sales?.sample[2]).toEqual(['East', 1.234, 2.5, 3.125, 4]);
    expect(sales?.rows).toBe(4);
    expect(sales?.issues).toContainEqual({ key: 'heads_joined', params: { example: '2025 H1' } });
    // This library saves no results of formulas.
    expect(issuesOf(sales)).toContain(program === 'openpyxl' ? 'uncalculated' : 'totals_set_aside');
    expect(issuesOf(sales)).not.toContain('ambiguous_numbers');
  });

  it('has dates, shares, money and lengths of time by the style of a cell', async () => {
    const [, orders] = await profile(fixture(name), kind);
    expect(columnsOf(orders)?.slice(0, 7)).toEqual([
      'Day: date',
      'Group: text',
      'Item: text',
      `Price: number in ${kind === 'ods' ? 'EUR' : '€'}`,
      'Share: number in %',
      'Spent: number in h',
      'At: text',
    ]);
    expect(orders?.sample.slice(0, 3).map((row) => row.slice(0, 7))).toEqual([
      ['2026-01-05', 'Fruit', 'Apple', 1.5, 25, 30, '09:30:00'],
      ['2026-02-28', 'Fruit', 'Pear', 2.25, 50, 2.5, '10:00:00'],
      ['2026-03-01 14:30:00', 'Veg', 'Leek', 0.8, 25.5, 0.75, '23:59:59'],
    ]);
  });

  it('tells what is hidden, merged, or an error', async () => {
    const [, orders, lists] = await profile(fixture(name), kind);
    expect(orders?.issues).toEqual(
      expect.arrayContaining([
        { key: 'hidden_rows', params: { rows: 1 } },
        { key: 'hidden_columns', params: { columns: 1 } },
        { key: 'merged_cells', params: { cells: 1 } },
      ]),
    );
    expect(issuesOf(orders)).toContain('error_cells');
    expect(issuesOf(lists)).toEqual(['hidden_sheet']);
  });

  it('is text for an answer: rows below the name of their sheet', async () => {
    const { text, of } = await readText({ act: 'read_text', kind, bytes: fixture(name), characters: 10_000 });
    expect(of).toBe(text.length);
    expect(text).toContain('[Sheet Orders]\nDay\tGroup\tItem\tPrice');
    expect(text).toMatch(/2026-02-28\tFruit\tPear\t2\.25 (?:€|EUR)\t50%/);
  });
});

const ONE: MadeBook = {
  sheets: [
    {
      name: 'One',
      xml: sheetData([
        ['name', 'n'],
        ['a', 1],
        ['b', 2],
      ]),
    },
  ],
};

describe('a sheet that LibreOffice saved in either format', () => {
  const read = async (kind: 'xlsx' | 'ods') => {
    const { tables } = await readWorkbook({ kind, name: 'a', bytes: fixture(`kinds-libreoffice.${kind}`) });
    // An .ods file has the code of a currency, an .xlsx file the sign.
    return tables[0]?.cells.rows().map((row) => row.map((cell) => cell.replace('EUR', '€')));
  };

  it('has the same values', async () => {
    const [ods, xlsx] = [await read('ods'), await read('xlsx')];
    expect(ods).toEqual(xlsx);
    // What was typed, what formulas yield without and with a style, what a number is shown as; a moment, lengths.
    expect(ods?.[6]?.slice(1, 5)).toEqual(['TRUE', 'TRUE', 'TRUE', 'TRUE']);
    expect(ods?.[1]?.slice(1, 5)).toEqual(['FALSE', 'FALSE', 'FALSE', 'FALSE']);
    expect(ods?.[5]?.slice(12, 16)).toEqual(['2026-01-05 10:04:30', '12:30:00', '32.5 h', '-5.5 h']);
  });
});

describe('a cell of an .ods file', () => {
  const shown = async (attributes: string, text: string): Promise<string | undefined> => {
    const cell = (more: string, words: string) =>
      `<table:table-row><table:table-cell ${more}><text:p>${words}</text:p></table:table-cell></table:table-row>`;
    const bytes = makeArchive(CONTENT(cell('', 'Head') + cell(attributes, text)));
    return (await readWorkbook({ kind: 'ods', name: 'a', bytes })).tables[0]?.cells.row(1)[0];
  };
  const number = (value: string, formula = '') =>
    `${formula} office:value-type="float" office:value="${value}"`;
  const date = (value: string) => `office:value-type="date" office:date-value="${value}"`;
  const time = (value: string) => `office:value-type="time" office:time-value="${value}"`;
  const YIELDS = 'table:formula="of:=[.B1]&gt;4"';

  it.each([
    ['what a comparison yields, in another language', number('1', YIELDS), 'WAHR', 'TRUE'],
    ['what a comparison yields, as a number', number('1', YIELDS), '1', '1'],
    ['nothing to pay, in words', number('0', YIELDS), '- €', '0'],
    ['a number in words', number('12', YIELDS), 'many', '12'],
    ['a number that was typed', number('1'), 'one', '1'],
    ['a moment with fractions', date('2026-01-05T10:14:59.999999999'), '', '2026-01-05 10:15:00'],
    ['the last moment of a day', date('2026-01-05T23:59:59.999999999'), '', '2026-01-06'],
    ['no moment', date('2026-01-05T99:00:00'), '', '2026-01-05T99:00:00'],
    ['a time with fractions', time('PT08H29M59.999999999S'), '', '08:30:00'],
    ['less than no time', time('-PT01H30M00S'), '', '-1.5 h'],
  ])('has %s', async (_what, attributes, text, read) => {
    expect(await shown(attributes, text)).toBe(read);
  });
});

describe('a workbook', () => {
  it('is read with the calendar that it names', async () => {
    const days = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>${[0, 1, 59.5, 60, 61, 46_000]
      .map((serial, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="1"><v>${serial}</v></c></row>`)
      .join('')}</sheetData>`;
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const read = async (before: string) => {
      const book = { sheets: [{ name: 'One', xml: days }], strings: ['<t>Day</t>'], styles, before };
      const table = await firstTable(makeXlsx(book));
      return table?.columns[0]?.values;
    };
    // Excel's own: ECMA-376 part 1, 18.17.4.1. Day 60 never was, and is read as the one before.
    expect(await read('')).toEqual([
      '1899-12-31',
      '1900-01-01',
      '1900-02-28 12:00:00',
      '1900-02-28',
      '1900-03-01',
      '2025-12-09',
    ]);
    expect((await read('<workbookPr date1904="1"/>'))?.slice(0, 2)).toEqual(['1904-01-01', '1904-01-02']);
  });

  it('is read as other programs write it: prefixes, no places, texts of several runs', async () => {
    const parts = bookParts({
      sheets: [{ name: 'One', xml: '' }],
      strings: [
        '<r><t>Cus</t></r><r><t xml:space="preserve">tomer </t></r><rPh sb="0" eb="1"><t>kasutamaa</t></rPh>',
        '<t>a_x000D_&#10;b &amp; c</t>',
      ],
    });
    const xml =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="str"><x:v>Paid</x:v></x:c></x:row>' +
      '<x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const [table] = await profile(makeArchive({ ...parts, 'xl/worksheets/sheet0.xml': xml }));
    expect(table?.columns.map(({ label }) => label)).toEqual(['Customer', 'Paid']);
    expect(table?.sample).toEqual([['a b & c', 'TRUE']]);
  });

  it('keeps columns in their order and leaves out empty ones, wherever a row begins', async () => {
    const xml =
      '<sheetData><row r="3"><c r="C3"><v>3</v></c></row><row r="2"/><row r="5"><c r="A5"><v>1</v></c><c r="XFD5"><v>9</v></c></row><row r="6"><c r="A6"><v>2</v></c><c r="C6"><v>4</v></c><c r="XFD6"><v>8</v></c></row></sheetData>';
    const table = await firstTable(makeXlsx({ sheets: [{ name: 'One', xml }] }));
    expect(table?.columns.map(({ values }) => values)).toEqual([
      [1, 2],
      [null, 4],
      [9, 8],
    ]);
  });

  it('repeats a merged text in the rows below, but no number', async () => {
    const xml = `${sheetData([
      ['group', 'budget', 'n'],
      ['a', 300, 1],
      ['', '', 2],
      ['b', 50, 3],
    ])}<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:B3"/></mergeCells>`;
    const [table] = await profile(makeXlsx({ sheets: [{ name: 'One', xml }] }));
    expect(table?.sample).toEqual([
      ['a', 300, 1],
      ['a', null, 2],
      ['b', 50, 3],
    ]);
    expect(issuesOf(table)).toEqual(['merged_cells', 'empty_cells']);
  });

  it('tells that it takes values from other files, which are not opened', async () => {
    const after = '<externalReferences><externalReference r:id="x"/></externalReferences>';
    const [table] = await profile(makeXlsx({ ...ONE, after }));
    expect(table?.issues).toEqual([{ key: 'linked_workbook', params: { file: 'sales.xlsx' } }]);
  });

  it('may have macros, which nothing runs', async () => {
    const more = { 'xl/vbaProject.bin': new Uint8Array(4_000).fill(7) };
    expect(await inspectFile(makeXlsx({ ...ONE, more }))).toEqual({ kind: 'xlsx' });
  });

  it('is read in part if it has too many sheets, or one is too wide', async () => {
    const many = Array.from({ length: 300 }, (_sheet, at) => ({
      name: `S${at}`,
      xml: sheetData([['n'], [at]]),
    }));
    const tables = await profile(makeXlsx({ sheets: many }));
    expect(tables).toHaveLength(40);
    expect(tables[0]?.issues).toContainEqual({
      key: 'tables_beyond',
      params: { file: 'sales.xlsx', read: 40, tables: 260 },
    });
    const wide = { name: 'Wide', xml: sheetData([Array.from({ length: 201 }, (_cell, at) => at)]) };
    const [table] = await profile(makeXlsx({ sheets: [wide, ...ONE.sheets] }));
    expect(table?.issues).toEqual([
      { key: 'sheet_too_wide', params: { file: 'sales.xlsx', sheet: 'Wide', columns: 201 } },
    ]);
  });
});

const CONTENT = (rows: string): Record<string, string> => ({
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="One">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
});

describe('a file that can not be read as a workbook', () => {
  const unusable = (why: string, as: string | null = 'xlsx') => ({ kind: 'unusable', why, as });
  const broken = (change: (bytes: Buffer) => Buffer): Buffer => change(makeXlsx(ONE));
  const parts = bookParts(ONE);
  const sheet = 'xl/worksheets/sheet0.xml';
  const written = String(parts[sheet]);
  const cases: readonly (readonly [string, Buffer, ReturnType<typeof unusable>])[] = [
    ['is cut off', broken((bytes) => bytes.subarray(0, bytes.length - 100)), unusable('broken', null)],
    ['has a damaged sheet', makeArchive({ ...parts, [sheet]: written.slice(0, -40) }), unusable('broken')],
    [
      'has other bytes than it was saved with',
      broken((bytes) => {
        // The checksum of the sheet in the directory.
        const at = bytes.lastIndexOf(sheet);
        bytes.writeUInt32LE(7, at - 30);
        return bytes;
      }),
      unusable('broken'),
    ],
    [
      'has entities from outside',
      makeArchive({
        ...parts,
        [sheet]: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${written}`,
      }),
      unusable('broken'),
    ],
    ['is empty', makeXlsx({ sheets: [{ name: 'One', xml: '<sheetData/>' }] }), unusable('empty')],
    [
      'is too wide',
      makeXlsx({ sheets: [{ name: 'W', xml: sheetData([Array.from({ length: 300 }, () => 1)]) }] }),
      unusable('too_wide'),
    ],
    [
      'has formulas without results',
      makeXlsx({
        sheets: [{ name: 'One', xml: '<sheetData><row><c r="A1"><f>1+1</f></c></row></sheetData>' }],
      }),
      unusable('uncalculated'),
    ],
    [
      'has a password',
      makeCompound({ EncryptionInfo: Buffer.alloc(99), EncryptedPackage: Buffer.alloc(9_000, 1) }),
      unusable('locked', null),
    ],
    [
      'has a password, as an ODS',
      makeArchive({
        ...CONTENT(''),
        'META-INF/manifest.xml': '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>',
      }),
      unusable('locked', 'ods'),
    ],
    ['is another archive', makeArchive({ 'a.txt': 'a' }), unusable('unknown', null)],
    [
      'unfolds to more than is read',
      makeArchive({ ...parts, [sheet]: new Uint8Array(401 * 1024 * 1024).fill(32) }),
      unusable('too_big'),
    ],
  ];

  it.each(cases)('%s', async (_what, bytes, facts) => {
    expect(await inspectFile(bytes)).toEqual(facts);
  });
});

describe('a file with another name', () => {
  it('is what its content says', async () => {
    expect(await inspectFile(Buffer.from('name;n\na;1\n'))).toMatchObject({ kind: 'csv' });
    expect(await inspectFile(makeXlsx(ONE))).toEqual({ kind: 'xlsx' });
  });
});

describe('a workbook that is built to exhaust its reader', () => {
  const work = createTestFileWork({ limit: 60_000 });

  it('has more than a million rows: they are counted', async () => {
    const row = '<row><c><v>1</v></c></row>';
    const xml = `<sheetData>${row.repeat(1_000_005)}</sheetData>`;
    const bytes = makeXlsx({ sheets: [{ name: 'One', xml }] });
    const [table] = await work.profileTables([{ kind: 'xlsx', name: 'a.xlsx', bytes }]);
    expect(table?.issues).toContainEqual({ key: 'cut', params: { rows: 5 } });
  });

  it('repeats one row a thousand million times', async () => {
    const cell = '<table:table-cell office:value-type="float" office:value="1"/>';
    const row = `<table:table-row table:number-rows-repeated="1000000000">${cell.repeat(100)}</table:table-row>`;
    const [table] = await work.profileTables([
      { kind: 'ods', name: 'a.ods', bytes: makeArchive(CONTENT(row)) },
    ]);
    expect(table).toMatchObject({ rows: 60_000 });
    expect(table?.issues).toContainEqual({ key: 'cut', params: { rows: 1_000_000_000 - 60_000 } });
  });

  it('holds elements within elements', async () => {
    const xml = `<sheetData>${'<row>'.repeat(300_000)}${'</row>'.repeat(300_000)}</sheetData>`;
    const facts = await inspectFile(makeXlsx({ sheets: [{ name: 'One', xml }] }));
    expect(facts).toEqual({ kind: 'unusable', why: 'broken', as: 'xlsx' });
  });
});
