import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '#domain/analysis/analysis.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { knownAddresses } from '../../answer/links/known-addresses.ts';
import { toDocument } from '../answer-document.ts';
import { writeDocx } from '../docx/write-docx.ts';
import { type Files, findOffice, folderWith, isInstalled, run } from '../testing/programs.ts';
import {
  RICH,
  RICH_CELLS,
  RICH_EVIDENCE,
  RICH_HEADINGS,
  RICH_LINKS,
  RICH_SENTENCES,
  RICH_TITLE,
} from '../testing/rich-answer.ts';
import { writeXlsx } from '../write-xlsx.ts';

const hasOffice = isInstalled('soffice', '--version');
const office = findOffice();
afterAll(() => office[Symbol.dispose]());

/** What it has found in files, as its own flat XML. */
async function openAll(files: Files, as: 'fodt' | 'fods'): Promise<string[]> {
  return [...(await office.open(files, as)).values()].map(String);
}

const bytesOf = async (file: Promise<Blob>): Promise<Uint8Array> =>
  new Uint8Array(await (await file).arrayBuffer());

/** A dot. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const CHART = { png: PNG, width: 680, height: 340, title: 'Costs', alternative: 'Bar chart. Rent: €30' };

function docxOf(content: string, language: string, title: string): Promise<Blob> {
  const answer = { content, created_at: '2026-11-20T09:14:00Z', model_used: 'lab/large', is_demo: false };
  const known = knownAddresses(RICH_EVIDENCE, []);
  const document = toDocument(title, { ...answer, evidence: RICH_EVIDENCE, notices: [] }, known, 47);
  const pictures = new Map([[1, CHART]]);
  return writeDocx(document, { language, pictures, receipt: '## Receipt\n\nErrand No. 0047' });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decode = (xml: string): string => xml.replace(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all);

/** Words of flat XML, without what sets directions apart. */
const wordsOf = (xml: string): string =>
  decode(
    xml
      .replace(/<text:(?:s|line-break)\b[^>]*>/g, ' ')
      .replace(/<\/text:[ph]>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  ).replace(/[\u200e\u2066-\u2069]/g, '');

const all = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, found = '']) => found);

/** Cells of the tables of a text or a workbook, row by row. */
const rowsOf = (xml: string, cellOf = wordsOf): string[][] =>
  all(xml, /<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs).map((row) =>
    all(row, /(<table:table-cell\b(?:[^>]*\/>|.*?<\/table:table-cell>))/gs).map((cell) =>
      cellOf(cell).trim(),
    ),
  );

describe.skipIf(!hasOffice)('a .docx file, opened in LibreOffice', () => {
  let rich = '';
  let arabic = '';

  beforeAll(async () => {
    const content = `${RICH}\n\n**Costs** (€)\n\n[figure 1]\n\nThe end.`;
    const files = {
      'rich.docx': await bytesOf(docxOf(content, 'en', RICH_TITLE)),
      'arabic.docx': await bytesOf(
        docxOf('## التكاليف\n\nأقل بنسبة -5.5 % هذا العام\n\n- بند', 'ar', 'تكاليف'),
      ),
    };
    [rich = '', arabic = ''] = await openAll(files, 'fodt');
  });

  it('has every sentence', () => {
    const words = wordsOf(rich).replace(/\s+/g, ' ');
    expect(RICH_SENTENCES.filter((sentence) => !words.includes(sentence))).toEqual([]);
  });

  it('has its title, and was made by nobody', () => {
    expect(all(rich, /<dc:title>(.*?)<\/dc:title>/g).map(decode)).toEqual([RICH_TITLE]);
    expect(rich).not.toContain('Un-named');
  });

  it('has headings with their levels, as a list of contents needs them', () => {
    const headings = [...rich.matchAll(/<text:h [^>]*outline-level="(\d)"[^>]*>(.*?)<\/text:h>/gs)];
    expect(headings.map(([, level, text = '']) => [Number(level), wordsOf(text)])).toEqual([
      ...RICH_HEADINGS,
      [1, 'Receipt'],
    ]);
  });

  it('has tables with every cell, and heads that are repeated', () => {
    const [first = '', second = ''] = rich.split('</table:table>');
    expect(rowsOf(first)).toEqual(expect.arrayContaining(RICH_CELLS));
    expect(rowsOf(second)).toEqual([
      ['שם', 'סכום'],
      ['ינואר', '1,200'],
      ['פברואר', '-300'],
    ]);
    expect(first).toContain('<table:table-header-rows>');
  });

  it('has links that lead where they did', () => {
    const links = all(rich, /xlink:href="(\w+:[^"]+)"/g).map(decode);
    expect(new Set(links)).toEqual(new Set(RICH_LINKS));
  });

  it('has lists in lists, with their numbers, and boxes in the place of bullets', () => {
    const deepest = /(?:<text:list\b[^>]*>\s*<text:list-item[^>]*>\s*){3}<text:p[^>]*>(.*?)<\/text:p>/g;
    expect(all(rich, deepest)).toEqual(['or for her deputy, Mr Łukasz Żółć', 'Slowly']);
    expect(rich).not.toMatch(/<text:list-item[^>]*>\s*<text:p[^>]*>[☐☑]/u);
    expect(all(wordsOf(rich), /^\s*([☐☑]) /gmu)).toEqual(['☑', '☐', '☐']);
  });

  it('has a chart with its title, said in words', () => {
    expect(rich).toMatch(/<svg:title>Costs<\/svg:title>\s*<svg:desc>Bar chart\. Rent: €30<\/svg:desc>/);
    expect(rich).toMatch(/<draw:image\b/);
  });

  it('has paragraphs that begin at the right where their words do', () => {
    const beginsRight = (xml: string, words: string): boolean => {
      const style = new RegExp(
        `<text:[ph] text:style-name="(\\w+)"[^>]*>(?:<[^>]*>)*[^<]*${words}`,
        'u',
      ).exec(xml)?.[1];
      return new RegExp(`style:name="${style}"(?:(?!</style:style>).)*writing-mode="rl-tb"`, 's').test(xml);
    };
    expect(beginsRight(rich, 'המחירים')).toBe(true);
    expect(beginsRight(rich, 'ราคาเฉลี่ย')).toBe(false);
    for (const words of ['تكاليف', 'التكاليف', 'أقل', 'بند']) expect(beginsRight(arabic, words)).toBe(true);
  });

  it.skipIf(!isInstalled('pdftotext', '-v'))(
    'keeps dates, amounts and signed numbers in one line',
    async () => {
      const narrow = `| Item | Day | Price | Share | Remark |\n| --- | --- | ---: | ---: | --- |\n${'| A long name of a thing that has to be wrapped | 2026-11-20 | 1,000,000.00 | 12.5 % | A remark that has no end, and so has to be wrapped, too |\n'.repeat(3)}`;
      const pdf = await office.open({ 'a.docx': await bytesOf(docxOf(narrow, 'en', 'A')) }, 'pdf');
      using folder = folderWith({ 'a.pdf': pdf.get('a.docx') ?? '' });
      const text = await run('pdftotext', '-layout', folder.at('a.pdf'), '-');
      for (const whole of ['2026-11-20', '1,000,000.00', '12.5 %'])
        expect(text.split(whole), whole).toHaveLength(4);
    },
  );
});

const COLUMNS = ['Item, "name"', 'Day', 'Price (€)', 'Month', '=HYPERLINK("https://collector.example")'];
const ROWS: Cell[][] = [
  ['Büro “Müller” 😀', '2026-11-20', 1200.5, '2026-01', '=1+1'],
  ['مرحبا', '1999-02-28', -450, '2026-02', '-5 apples'],
  ['大阪 ไทย हिन्दी', null, 1234567.891, '2026-03', '+49 30 123456'],
  ['one\ntwo', '2027-01-31', 0, null, '@home'],
  [' spaces ', '2027-02-28', 1e-7, 'v1.2', 'a; b, "c"'],
];

/** A cell with its type. */
const typedOf = (cell: string): string => {
  const [type, value] = [/office:value-type="(\w+)"/, /office:(?:date-)?value="([^"]*)"/].map(
    (pattern) => pattern.exec(cell)?.[1],
  );
  if (type === undefined) return '';
  const lines = all(cell, /<text:p>(.*?)<\/text:p>/gs).map(wordsOf);
  return type === 'string' ? `text ${lines.join('\n').trimEnd()}` : `${type} ${value}`;
};

const BODY = [
  ['text Büro “Müller” 😀', 'date 2026-11-20', 'float 1200.5', 'text 2026-01', 'text =1+1'],
  ['text مرحبا', 'date 1999-02-28', 'float -450', 'text 2026-02', 'text -5 apples'],
  ['text 大阪 ไทย हिन्दी', '', 'float 1234567.891', 'text 2026-03', 'text +49 30 123456'],
  ['text one\ntwo', 'date 2027-01-31', 'float 0', '', 'text @home'],
  ['text  spaces', 'date 2027-02-28', 'float 0.0000001', 'text v1.2', 'text a; b, "c"'],
];

const LONG = 'A remark that has to be wrapped. '.repeat(10).trim();

describe.skipIf(!hasOffice)('a table, opened in LibreOffice', () => {
  let [table, hebrew, high]: [string, string, string] = ['', '', ''];

  beforeAll(async () => {
    const write = (columns: string[], rows: Cell[][]) => bytesOf(writeXlsx({ columns, rows }));
    const files = {
      'table.xlsx': await write(COLUMNS, ROWS),
      'hebrew.xlsx': await write(['חודש', 'סכום'], [['ינואר', 1200]]),
      'high.xlsx': await write(
        ['Remark', 'n'],
        [
          ['one\ntwo', 1],
          [LONG, 2],
          ['short', 3],
        ],
      ),
    };
    [table = '', hebrew = '', high = ''] = await openAll(files, 'fods');
  });

  it('has numbers, days and texts as what they are, and no formula, as a workbook', () => {
    expect(firstRows(table)).toEqual([COLUMNS.map((name) => `text ${name}`), ...BODY]);
    expect(table).not.toContain('table:formula');
  });

  it('begins at the right where its words do', () => {
    expect(table).not.toMatch(/<style:table-properties [^>]*rl-tb/);
    expect(hebrew).toMatch(/<style:table-properties [^>]*writing-mode="rl-tb"/);
  });

  it('shows all lines of a text, in a row that is as high', () => {
    const styles = all(high, /<table:table-row table:style-name="(\w+)"/g).slice(1, 4);
    const [two = 0, six = 0, one = 0] = styles.map((style) =>
      Number(new RegExp(`style:name="${style}"[^>]*>\\s*<[^>]*row-height="([\\d.]+)in"`).exec(high)?.[1]),
    );
    expect(two).toBeGreaterThan(1.8 * one);
    expect(six).toBeGreaterThan(5 * one);
    expect(high).toContain('fo:wrap-option="wrap"');
  });

  it('has the same as CSV, with texts kept from being formulas', async () => {
    const [xml = ''] = await openAll({ 'table.csv': toCsv(COLUMNS, ROWS) }, 'fods');
    const kept = (cell: string): string => cell.replace(/^text (?=[=+@-])/, "text '");
    expect(firstRows(xml)).toEqual([
      COLUMNS.map((name) => kept(`text ${name}`)),
      ...BODY.map((row) => row.map(kept)),
    ]);
    expect(xml).not.toContain('table:formula');
  });
});

const firstRows = (xml: string): string[][] =>
  rowsOf(xml, typedOf)
    .slice(0, ROWS.length + 1)
    .map((row) => row.slice(0, COLUMNS.length));
