import { describe, expect, it } from 'vitest';
import { makePdf, makeScan, type PdfTable } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import type { TableFacts, TableSource } from './table-facts.ts';
import { unreadableMessage } from './unusable-file.ts';

const work = createTestFileWork();

const HEAD = ['Region', 'Units', 'Revenue'];
const ROWS = [
  ['North', '12', '1,200.50'],
  ['South', '7', '900.00'],
  ['East', '5', '100.00'],
  ['West', '3', '88.25'],
  ['Centre', '1', '11.25'],
];
const rowsOf = (from: number, to: number) => ROWS.slice(from, to);

const pdf = (bytes: Buffer): TableSource => ({ kind: 'pdf', name: 'sales.pdf', bytes });
const csv = (text: string, name = 'data.csv'): TableSource => ({
  kind: 'csv',
  name,
  bytes: Buffer.from(text),
});

async function profilePages(...tables: PdfTable[]): Promise<readonly TableFacts[]> {
  return work.profileTables([pdf(makePdf([], { tables }))]);
}

const page = (rows: string[][], title = 'Sales'): PdfTable => ({ title, rows });

describe('a table of a PDF is read to its end', () => {
  it.each([
    ['in pieces of whatever length', [page([HEAD, ...rowsOf(0, 2)]), page(rowsOf(2, 3)), page(rowsOf(3, 5))]],
    ['where its first page has the head alone', [page([HEAD]), page(ROWS)]],
    ['where its first page has the head and one row', [page([HEAD, ...rowsOf(0, 1)]), page(rowsOf(1, 5))]],
    [
      'below numbered heads of the pages',
      [page([HEAD, ...rowsOf(0, 3)], 'Sales, page 1 of 2'), page(rowsOf(3, 5), 'Sales, page 2 of 2')],
    ],
  ])('without a repeated header: %s', async (_how, pages) => {
    const tables = await profilePages(...pages);
    expect(tables).toMatchObject([{ page: 1, rows: 5, issues: [] }]);
    const [answer] = await work.queryTables(
      [pdf(makePdf([], { tables: pages }))],
      ['select sum(revenue) as total, sum(units) as units from sales_p1'],
    );
    expect(answer).toMatchObject({ rows: [[2300, 28]] });
  });

  describe('across group headings', () => {
    const COAST = [['Coast'], ...rowsOf(0, 2)];
    const INLAND = [['Inland'], ...rowsOf(2, 4)];
    const SUMS = 'select "_group", sum(units) as units from sales_p1 group by 1 order by 1';

    it.each([
      ['on one page', [page([HEAD, ...COAST, ...INLAND, ['Other'], ...rowsOf(4, 5)])], 3],
      [
        'over pages',
        [
          page([HEAD, ...COAST, ['Inland'], ...rowsOf(2, 3)]),
          page([...rowsOf(3, 4), ['Other'], ...rowsOf(4, 5)]),
        ],
        3,
      ],
      [
        'over pages with their head again',
        [
          page([HEAD, ...COAST, ['Inland'], ...rowsOf(2, 3)]),
          page([HEAD, ...rowsOf(3, 4), ['Other'], ...rowsOf(4, 5)]),
        ],
        3,
      ],
      [
        'above a sum without a name',
        [page([HEAD, ...COAST, ...INLAND, ['Other'], ...rowsOf(4, 5), ['', '28', '2,300.00']])],
        3,
      ],
    ])('which become a column: %s', async (_where, pages, lines) => {
      const [table, ...others] = await profilePages(...pages);
      expect(others).toEqual([]);
      expect(table).toMatchObject({
        rows: 5,
        issues: expect.arrayContaining([
          { key: 'groups_in_column', params: { rows: lines, example: 'Coast', column: 'Group' } },
        ]),
      });
      const [answer] = await work.queryTables([pdf(makePdf([], { tables: pages }))], [SUMS]);
      expect(answer).toMatchObject({
        rows: [
          ['Coast', 19],
          ['Inland', 8],
          ['Other', 1],
        ],
      });
    });

    it('which become a column with a name that the table does not have', async () => {
      const [table] = await profilePages(page([['group', 'Units', 'Revenue'], ...COAST, ...INLAND]));
      expect(table?.columns.map(({ label, name }) => [label, name])).toEqual([
        ['group', '_group'],
        ['Units', 'units'],
        ['Revenue', 'revenue'],
        ['Group 2', 'group_2'],
      ]);
    });

    it.each([
      [
        'rows above the first',
        [page([HEAD, ...rowsOf(0, 1), ['Inland'], ...rowsOf(1, 3), ['Other'], ...rowsOf(3, 5)])],
      ],
      ['a single one', [page([HEAD, ['Coast'], ...ROWS])]],
      [
        'one of each row: a row without values, perhaps',
        [page([HEAD, ['Coast'], ...rowsOf(0, 1), ['Inland'], ...rowsOf(1, 2)])],
      ],
      ['two above a row', [page([HEAD, ...COAST, ['Inland'], ['Hills'], ...rowsOf(2, 5)])]],
      [
        'no row with all its cells below one',
        [page([HEAD, ...COAST, ['Inland'], ['East', '5'], ['West', '3']])],
      ],
      ['the end of a page below one', [page([HEAD, ...COAST, ['Inland']]), page(rowsOf(2, 5))]],
      ['one that goes on, or is another', [page([HEAD, ...COAST, ['Coast (continued)'], ...rowsOf(2, 5)])]],
      [
        'a line above a head that comes again',
        [page([HEAD, ...COAST, ...INLAND]), page([HEAD, ...rowsOf(4, 5)], 'Islands')],
      ],
      [
        'lines as close as those of one cell',
        [{ ...page([HEAD, ...COAST, ['Inland'], ...rowsOf(2, 5)]), pitch: 14 }],
      ],
      ['words that go on within a cell', [page([HEAD, ...COAST, ['and islands'], ...rowsOf(2, 5)])]],
    ])('which are only reported if they are uncertain: %s', async (_why, pages) => {
      const [table] = await profilePages(...pages);
      expect(table?.issues.map(({ key }) => key)).toContain('lines_between');
      expect(table?.columns.map(({ label }) => label)).toEqual(HEAD);
    });

    it('and adjacent lines, if one cell would have had room for both', async () => {
      const rows = [HEAD, ['Coast'], ...rowsOf(0, 2), ['Inland'], ...rowsOf(2, 4)];
      const long = [['North of the inland', '1', '2.00'], ...rowsOf(4, 5)];
      const [table] = await profilePages({ title: 'Sales', rows: [...rows, ...long], pitch: 14 });
      expect(table?.columns.map(({ label }) => label)).toEqual([...HEAD, 'Group']);
    });
  });

  it('and no other table is appended', async () => {
    const other = [
      ['City', 'People', 'Area'],
      ['Bern', '140', '51.60'],
      ['Ulm', '129', '118.70'],
    ];
    const tables = await profilePages(page([HEAD, ...rowsOf(0, 3)]), page(other));
    expect(tables.map(({ columns, rows }) => [columns[0]?.label, rows])).toEqual([
      ['Region', 3],
      ['City', 2],
    ]);
  });
});

describe('reports what is not read', () => {
  it('pages after the sixtieth', async () => {
    const pages = Array.from({ length: 62 }, () => page([HEAD, ...rowsOf(0, 2)]));
    expect(await profilePages(...pages)).toMatchObject([
      {
        rows: 120,
        issues: expect.arrayContaining([
          { key: 'pages_beyond', params: { file: 'sales.pdf', read: 60, pages: 2 } },
        ]),
      },
    ]);
  });

  it('scanned and corrupt pages', async () => {
    // A page of few words is one of text, unless a picture covers it.
    const mixed = makePdf(['', await makeScan('North 120'), 'Chapter 2'], {
      stamp: '7',
      tables: [page([HEAD, ...rowsOf(0, 3)])],
    });
    const found = await work.profileTables([pdf(mixed)]);
    expect(found[0]?.issues).toEqual([
      { key: 'pages_without_text', params: { file: 'sales.pdf', pages: '1, 2' } },
    ]);
    // The second page isn't there.
    const whole = makePdf([], { tables: [page([HEAD, ...rowsOf(0, 3)]), page([HEAD])] });
    const broken = Buffer.from(whole.toString('latin1').replace('6 0 R]', '99 0 R]'), 'latin1');
    expect((await work.profileTables([pdf(broken)]))[0]?.issues).toEqual([
      { key: 'pages_broken', params: { file: 'sales.pdf', pages: '2' } },
    ]);
  });

  it('excess tables, and those that a model does not see', async () => {
    const sources = Array.from({ length: 42 }, (_file, at) => csv('name,n\na,1\nb,2\n', `t${at}.csv`));
    const tables = await work.profileTables(sources);
    expect(tables).toHaveLength(40);
    expect(tables[11]?.issues).toEqual([]);
    expect(tables[12]?.issues).toEqual([{ key: 'not_asked', params: { shown: 12 } }]);
    expect(tables[0]?.issues).toEqual([
      { key: 'tables_beyond', params: { file: 't40.csv', read: 40, tables: 2 } },
    ]);
  });

  it('columns that a model does not see', async () => {
    const line = (cell: (at: number) => string) =>
      Array.from({ length: 70 }, (_cell, at) => cell(at)).join(',');
    const [table] = await work.profileTables([csv(`${line((at) => `c${at}`)}\n${line(String)}\n`)]);
    expect(table?.issues).toEqual([{ key: 'columns_not_asked', params: { columns: 10, shown: 60 } }]);
  });

  it('a table with too many columns: beside others, and as a message before a credit is taken', async () => {
    const wide = `${'a,'.repeat(200)}b\n${'1,'.repeat(200)}2\n`;
    const [table] = await work.profileTables([csv('name,n\na,1\nb,2\n'), csv(wide, 'wide.csv')]);
    expect(table?.issues).toEqual([{ key: 'too_wide', params: { file: 'wide.csv', columns: 201 } }]);
    const facts = await work.inspect({ owner: 'anna', read: async () => Buffer.from(wide) });
    expect(facts).toEqual({ kind: 'unusable', why: 'too_wide', as: 'csv' });
    const about = { name: 'wide.csv', readsScans: false };
    expect(facts && unreadableMessage(about, facts)).toContain(
      '“wide.csv” has more than 200 columns. Keep only the ones you need and attach it again.',
    );
  });
});
