import { describe, expect, it } from 'vitest';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { createFileWork } from './file-work.ts';
import type { QueryOutcome, TableFacts } from './table-facts.ts';

const work = createTestFileWork();

async function profile(text: string | Buffer, name = 'data.csv'): Promise<readonly TableFacts[]> {
  return work.profileTables([{ kind: 'csv', name, bytes: Buffer.from(text) }]);
}

async function ask(text: string, ...queries: string[]): Promise<readonly QueryOutcome[]> {
  return work.queryTables([{ kind: 'csv', name: 'data.csv', bytes: Buffer.from(text) }], queries);
}

const inspect = (text: string) => work.inspect({ owner: 'a person', read: async () => Buffer.from(text) });

const typesOf = (tables: readonly TableFacts[]) =>
  tables.flatMap(({ columns }) => columns.map(({ name, type }) => `${name}:${type}`));
const keysOf = (tables: readonly TableFacts[]) =>
  tables.flatMap(({ issues }) => issues.map(({ key }) => key));

const HOUSEHOLD = [
  'Haushaltsbuch;;;',
  'Datum;Kategorie;Betrag;PLZ',
  '01.03.2026;Miete;1.190,00 €;01234',
  '15.03.2026;"Essen; Trinken";45,90 €;80331',
  '02.04.2026;Miete;1.190,00 €;01234',
  '03.04.2026;Größe;-12,50 €;10115',
  ';Summe;2.413,40 €;',
].join('\r\n');

describe('a table in a text file', () => {
  it('is read with semicolons, decimal commas, a note above, a sum below, and numeric codes', async () => {
    const tables = await profile(HOUSEHOLD, 'Haushalt 2026.csv');
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ name: 'haushalt_2026', rows: 4 });
    expect(typesOf(tables)).toEqual(['datum:date', 'kategorie:text', 'betrag:number', 'plz:text']);
    expect(tables[0]?.columns[2]).toMatchObject({ unit: '€', min: -12.5, max: 1190, mean: 603.35 });
    expect(tables[0]?.columns[0]).toMatchObject({ min: '2026-03-01', max: '2026-04-03' });
    expect(tables[0]?.issues).toEqual([
      { key: 'notes_set_aside', params: { rows: 1, says: 'Haushaltsbuch' } },
      { key: 'totals_set_aside', params: { rows: 1, label: 'Summe' } },
    ]);
  });

  it.each([
    ['windows-1252', Buffer.from('Ort,Zahl\nK\xf6ln,1\nM\xfcnchen,2\nF\xfcrth \x80,3\n', 'latin1'), 'Köln'],
    ['utf-16le', Buffer.from('\ufeffOrt\tZahl\nKöln\t1\nUlm\t2\n', 'utf16le'), 'Köln'],
    ['utf-16le', Buffer.from('Ort\tZahl\nKöln\t1\nUlm\t2\n', 'utf16le'), 'Köln'],
    ['utf-8', Buffer.from('\ufeffOrt|Zahl\nKöln|1\nUlm|2\n'), 'Köln'],
  ])('is read in %s', async (encoding, bytes, first) => {
    const tables = await profile(bytes);
    expect(typesOf(tables)).toEqual(['ort:text', 'zahl:number']);
    expect(tables[0]?.sample[0]).toEqual([first, 1]);
    expect(keysOf(tables)).toEqual(encoding.startsWith('utf') ? [] : ['encoding']);
  });

  it('is read in encodings of other scripts', async () => {
    const russian = Buffer.from(
      'd3eef0eee42ccbfee4e82ccff0e8ece5f7e0ede8e50acceef1eae2e02c31332cf1f2eeebe8f6e020d0eef1f1e8e90acae0e7e0edfc2c312ce3eef0eee420ede020c2eeebe3e50a',
      'hex',
    );
    const tables = await profile(russian);
    expect(tables[0]?.sample[0]).toEqual(['Москва', 13, 'столица Россий']);
  });

  it('reports what is broken in it, and loses nothing else', async () => {
    const lines = ['name,units', 'a,1', 'b,2,3', 'c', 'd "x,4', 'e,5', 'e,5', 'f,many', ',7', 'g,9', 'h,1'];
    const tables = await profile(`${lines.join('\n')}\n`);
    expect(tables[0]?.issues).toEqual([
      { key: 'broken_rows', params: { rows: 1, line: 3 } },
      { key: 'unreadable_cells', params: { column: 'units', cells: 1, example: 'many' } },
      { key: 'duplicates', params: { rows: 1 } },
      { key: 'empty_cells', params: { column: 'name', cells: 1 } },
      { key: 'empty_cells', params: { column: 'units', cells: 1 } },
    ]);
  });

  it('is not swallowed by an unclosed quotation mark', async () => {
    const tables = await profile('name,units\n"a,1\nb,2\n"c",3\n');
    expect(tables[0]).toMatchObject({ rows: 3 });
    expect(keysOf(tables)).toEqual(['open_quotes']);
  });

  it('guesses no month: an ambiguous column stays text', async () => {
    const tables = await profile('day,n\n03/04/2026,1\n05/06/2026,2\n');
    expect(typesOf(tables)).toEqual(['day:text', 'n:number']);
    expect(keysOf(tables)).toEqual(['ambiguous_dates']);
    expect(typesOf(await profile('day,n\n03/04/2026,1\n25/06/2026,2\n'))).toEqual(['day:date', 'n:number']);
  });

  it('reports how it read an ambiguous number', async () => {
    const read = async (text: string) =>
      (await profile(text)).flatMap(({ issues }) => issues).find(({ key }) => key === 'ambiguous_numbers')
        ?.params;
    expect(await read('name;n\na;1.234\nb;2.500\n')).toMatchObject({ example: '1.234', read_as: 1234 });
    expect(await read('name,n\na,1.234\nb,2.500\n')).toMatchObject({ read_as: 1.234 });
    expect(await read('name;n\na;1.234\nb;2,5\n')).toBeUndefined();
  });

  it('does not turn dates and postcodes into numbers', async () => {
    const tables = await profile(
      'day;postcode;n\n20.11.26;01067;1\n21.11.26;80331;2\n22.11.26;10115;3\n3.12.26;20095;4\n4.12.26;50667;5\n',
    );
    expect(typesOf(tables)).toEqual(['day:date', 'postcode:text', 'n:number']);
    expect(tables[0]?.sample[0]).toEqual(['2026-11-20', '01067', 1]);
    expect(keysOf(tables)).toEqual([]);
  });

  it.each([
    ['a year of two digits, behind many days', ['1/20/26', '2/3/26', '3/14/26'], ['date', '2026-01-20']],
    [
      'one of the last century',
      ['31.12.98', '1.1.99', '2.1.99', '3.1.99', '4.1.99', '5.1.99'],
      ['date', '1998-12-31'],
    ],
    ['one that may stand first', ['24.11.20', '24.11.21', '24.12.02'], ['text', '24.11.20']],
    ['versions', ['1.2.10', '1.2.11', '1.3.12'], ['text', '1.2.10']],
  ])('reads %s', async (_what, days, [type, first]) => {
    const [table] = await profile(`day;n\n${days.map((day, at) => `${day};${at}`).join('\n')}\n`);
    expect([table?.columns[0]?.type, table?.sample[0]?.[0]]).toEqual([type, first]);
    const told = days.some((day) => day.includes('/')) ? ['day_order'] : [];
    expect(keysOf(table ? [table] : [])).toEqual(type === 'text' ? ['ambiguous_dates'] : told);
  });

  it('keeps amounts in different currencies apart', async () => {
    const tables = await profile('item,price\na,€5\nb,$7\nc,€1\n');
    expect(typesOf(tables)).toEqual(['item:text', 'price:number', 'price_unit:text']);
    expect(keysOf(tables)).toEqual(['mixed_units']);
  });

  it("unifies a currency's sign and code", async () => {
    const [table] = await profile('item,price\na,€5\nb,7 EUR\nc,€1\n');
    expect(table?.columns.map(({ unit }) => unit)).toEqual([null, '€']);
  });

  it('finds the different unit of a single cell among many', async () => {
    const rows = Array.from({ length: 9_000 }, (_row, at) => `${at},${at === 1 ? '500 g' : '2 kg'}`);
    const tables = await profile(`id,weight\n${rows.join('\n')}\n`);
    expect(keysOf(tables)).toEqual(['mixed_units']);
  });

  it('has no header if its first row is data', async () => {
    const tables = await profile('Bern,12\nUlm,14\nGraz,9\n');
    expect(typesOf(tables)).toEqual(['column_1:text', 'column_2:number']);
    expect(keysOf(tables)).toEqual(['no_header']);
  });

  it.each([
    ['spaces that align', 'place        sold\nNew York       12\nBasel          24\n'],
    ['single spaces', 'place sold\nBern 12\nBasel 24\n'],
    ['a rare sign', 'place^sold\nBern^12\nBasel^24\n'],
    ['decimal commas', 'cost\n12,50\n7,25\n'],
    ['names', 'who\nMeier, Anna\nLi, Bo\nMarx, Cleo\n'],
  ])('is one column if no delimiter splits its lines, which is reported: %s', async (_what, text) => {
    expect(await inspect(text)).toMatchObject({ kind: 'csv' });
    const [table] = await profile(text);
    expect(table?.columns.map(({ label }) => label)).toEqual([text.slice(0, text.indexOf('\n'))]);
    expect(table?.issues).toEqual([{ key: 'one_column', params: {} }]);
  });

  it('drops the columns outside of bars', async () => {
    const [table] = await profile('place||sold||price\nNew York||12||1.50\nBasel||24||2.25\n');
    expect(table?.columns.map(({ label }) => label)).toEqual(['place', 'sold', 'price']);
    expect(table?.sample[0]).toEqual(['New York', 12, 1.5]);
  });

  it.each([
    ['a title', 'Sales of May\nplace;cost\nBern;1,5\nUlm;2,5\n', 1, 'Sales of May'],
    [
      'a title with commas',
      'Sales, May\nas of, today\nplace;cost\nBern;1,5\nUlm;2,5\n',
      2,
      'Sales, May · as of, today',
    ],
    ['a comment', '# exported, by hand\nplace,cost,n\nBern,1.5,1\nUlm,2.5,2\n', 1, '# exported by hand'],
    [
      'lines of two cells',
      'Account;DE12\nFrom;May\n\nplace;cost;n\nBern;1,5;1\nUlm;2,5;2\n',
      2,
      'Account DE12 · From May',
    ],
  ])('has its header below %s', async (_what, text, rows, says) => {
    const [table] = await profile(text);
    expect(table?.columns.slice(0, 2)).toMatchObject([{ label: 'place' }, { label: 'cost', max: 2.5 }]);
    expect(table?.rows).toBe(2);
    expect(table?.issues).toContainEqual({ key: 'notes_set_aside', params: { rows, says } });
  });

  it.each([
    ['a row below it', 'name;n;\nBern;1;x\nUlm;2;y\n', 2],
    ['a row without a number', 'name;n;\nBern;1;\nUlm;n/a;x\nChur;2;y\n', 3],
  ])('keeps a header whose last column has no name, and %s', async (_what, text, rows) => {
    const [table] = await profile(text);
    expect(table?.columns.map(({ label }) => label)).toEqual(['name', 'n', 'Column 3']);
    expect(table?.rows).toBe(rows);
  });

  it.each([
    ['a control sign in the cells', 'a,b\n1,\u0002x\n2,y\n3,z\n'],
    ['the separators of ASCII', 'a\u001fb\u001e1\u001f2'],
    ['more zeros than letters', `a,b${'\u0000'.repeat(9)}\n1`],
  ])('is no text with %s', async (_what, text) => {
    expect(await inspect(text)).toMatchObject({ kind: 'unusable', why: 'unknown' });
  });

  it.each([
    ['a head alone', 'a,b,c\n'],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`],
  ])('is none: %s', async (_name, text) => {
    expect(await profile(text)).toEqual([]);
  });

  it('handles a cell of ten megabytes, a name of the prototype, and invisible letters', async () => {
    const huge = await profile(`name,n\n${'x'.repeat(10_000_000)},1\ny,2\n`);
    expect(huge[0]).toMatchObject({ rows: 2 });
    const odd = await profile('__proto__,constructor\na\u{e0041}b\u202e,1\nc,2\n');
    expect(odd[0]?.columns.map(({ name }) => name)).toEqual(['proto', 'constructor']);
    expect(odd[0]?.sample[0]).toEqual(['ab', 1]);
  });
});

describe('a table in a PDF', () => {
  it('is none if words are plain lines', async () => {
    const bytes = makePdf(['A letter.\nIt has some lines.\nAnd no table at all.']);
    expect(await work.profileTables([{ kind: 'pdf', name: 'letter.pdf', bytes }])).toEqual([]);
  });

  it('is read from the positions of its words, across pages', async () => {
    const page = (rows: string[][]) => ({
      title: 'Sales of 2026',
      rows: [['Region', 'Units', 'Revenue'], ...rows],
    });
    const bytes = makePdf([], {
      tables: [
        page([
          ['North', '12', '1,200.50'],
          ['South', '7', '900.00'],
        ]),
        page([['West', '3', '88.25']]),
      ],
    });
    const tables = await work.profileTables([{ kind: 'pdf', name: 'sales.pdf', bytes }]);
    expect(tables).toMatchObject([{ name: 'sales_p1', origin: 'pdf', page: 1, rows: 3 }]);
    expect(typesOf(tables)).toEqual(['region:text', 'units:number', 'revenue:number']);
    expect(tables[0]?.columns[2]).toMatchObject({ min: 88.25, max: 1200.5 });
  });
});

describe('a query', () => {
  const SALES = 'day,region,revenue\n2026-01-05,North,10.5\n2026-01-06,South,20\n2026-02-07,North,30\n';

  it('is answered by code, the same each time', async () => {
    const sql =
      'select region, sum(revenue) as total, median(revenue) as m from data group by region order by total desc';
    const [first] = await ask(SALES, sql);
    expect(first).toEqual({
      ok: true,
      columns: ['region', 'total', 'm'],
      rows: [
        ['North', 40.5, 20.25],
        ['South', 20, 20],
      ],
      count: 2,
      read: 3,
      tables: ['data'],
    });
    expect((await ask(SALES, sql))[0]).toEqual(first);
  });

  it('is refused if it accesses anything but the tables', async () => {
    const forbidden = [
      'select * from sqlite_master',
      'select count(*) from sqlite_master',
      'select count(*) from pragma_table_list',
      "select * from pragma_table_info('data')",
      'pragma table_list',
      "attach 'x.db' as x",
      'select 1; drop table data',
      'delete from data',
      'create table x as select 1',
      "vacuum into 'x'",
      'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
      "select load_extension('x')",
      'select randomblob(1000000000)',
      'select zeroblob(1000000000)',
      "select printf('%.*c', 100000000, 'x')",
      "select date('now')",
      'select date()',
      'select julianday()',
      "select strftime('%Y')",
      "select date('n' || 'ow')",
      "select datetime('SubSec')",
      "select date(region) from (select 'now' as region from data)",
      'select current_timestamp',
      'select random()',
      "select * from json_each('[1]')",
      'select sum(region) from data',
      '/* select */ insert into data values (1, 2, 3)',
    ];
    const outcomes = await ask(SALES, ...forbidden);
    const allowed = forbidden.filter((_sql, at) => {
      const outcome = outcomes[at];
      return !outcome || outcome.ok || outcome.why !== 'refused';
    });
    expect(allowed).toEqual([]);
  });

  it('counts the rows of a query with a name', async () => {
    const sql = 'with sold as (select region from data group by 1) select count(*) as regions from sold';
    expect((await ask(SALES, sql))[0]).toMatchObject({
      ok: true,
      columns: ['regions'],
      rows: [[expect.any(Number)]],
    });
  });

  it('computes with dates from the data or the query', async () => {
    const sql = `select strftime('%Y-%m', day) as month, date(max(day), '+1 day') as next,
      julianday(max(day)) - julianday(min(day)) as days, date(null) as none
      from data where region <> 'now' group by 1 order by 1`;
    expect((await ask(SALES, sql))[0]).toMatchObject({
      rows: [
        ['2026-01', '2026-01-07', 1, null],
        ['2026-02', '2026-02-08', 0, null],
      ],
    });
  });

  it('that never ends is stopped, and the others are answered', async () => {
    const many = Array.from({ length: 300 }, (_row, at) => `2026-01-05,r${at},${at}`).join('\n');
    const endless = 'select count(*) from data a, data b, data c, data d, data e';
    const bytes = Buffer.from(`day,region,revenue\n${many}\n`);
    const outcomes = await createFileWork({ queryLimit: 1_500 }).queryTables(
      [{ kind: 'csv', name: 'data.csv', bytes }],
      ['select count(*) from data', endless, 'select 7'],
    );
    expect(outcomes).toMatchObject([{ rows: [[300]] }, { ok: false, why: 'slow' }, { rows: [[7]] }]);
  });

  it('ends at once with the run, whatever it is doing', async () => {
    const many = Array.from({ length: 300 }, (_row, at) => `2026-01-05,r${at},${at}`).join('\n');
    const bytes = Buffer.from(`day,region,revenue\n${many}\n`);
    const stop = new AbortController();
    const patient = createFileWork({ queryLimit: 60_000 });
    const running = patient.queryTables(
      [{ kind: 'csv', name: 'data.csv', bytes }],
      ['select count(*) from data a, data b, data c, data d, data e'],
      stop.signal,
    );
    const outcome = expect(running).rejects.toThrow('stopped by you');
    setTimeout(() => stop.abort(new Error('stopped by you')), 1_000);
    await outcome;
  });

  it('is limited in the number of tables and columns', async () => {
    const [outcome] = await ask(SALES, 'select region, profit from data');
    expect(outcome).toEqual({ ok: false, why: 'wrong', says: 'no such column: profit' });
  });
});
