import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Cell } from '#domain/analysis/analysis.ts';
import { writeXlsx } from './write-xlsx.ts';

async function sheetOf(columns: readonly string[], rows: readonly (readonly Cell[])[]) {
  const blob = await writeXlsx({ columns, rows });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return {
    sheet: read('xl/worksheets/sheet1.xml'),
    texts: read('xl/sharedStrings.xml'),
    styles: read('xl/styles.xml'),
    names: Object.keys(files),
  };
}

test('numbers and days keep their type, and the head stays in sight', async () => {
  const { sheet } = await sheetOf(
    ['Day', 'Sum'],
    [
      ['2026-11-27', 12.5],
      [null, -3],
    ],
  );
  // Days since 30 December 1899.
  expect(sheet).toMatch(/<c r="A2"[^>]*><v>46353<\/v>/);
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>12.5<\/v>/);
  expect(sheet).toMatch(/<c r="B3"[^>]*><v>-3<\/v>/);
  expect(sheet).toMatch(/<pane[^>]*state="frozen"/);
});

test('what looks like a formula is a text, and so is a column in which not all are days', async () => {
  const { sheet, texts, names } = await sheetOf(
    ['=HYPERLINK("https://collector.example")'],
    [['=1+1'], ['2026-02-30'], ['2026-11-27'], ['</t><x> & "'], ['']],
  );
  expect(sheet).not.toContain('<f>');
  expect(sheet).not.toContain('46353');
  expect(texts).toContain('=1+1');
  expect(texts).toContain('&lt;/t&gt;&lt;x&gt; &amp;');
  expect(names.some((name) => name.includes('externalLinks'))).toBe(false);
});

test('all text has one font, which is named', async () => {
  const { styles } = await sheetOf(['Month', 'Sum'], [['January', 1200]]);
  const fonts = [...styles.matchAll(/<font>(.*?)<\/font>/g)].map(([, font]) => font);
  expect(fonts).toHaveLength(2);
  for (const font of fonts)
    expect(font).toMatch(/<sz val="11"\/>.*<name val="Calibri"\/>|<name val="Calibri"\/>.*<sz val="11"\/>/);
});

test('a sheet begins at the right if its words do, and headings stand above their numbers and days', async () => {
  const hebrew = await sheetOf(['חודש', 'סכום'], [['ינואר', 1200]]);
  expect(hebrew.sheet).toContain('rightToLeft="1"');
  const latin = await sheetOf(['Month', 'Sum'], [['January', 1200]]);
  expect(latin.sheet).not.toContain('rightToLeft');
  const styleIn = (sheet: string, name: string) =>
    new RegExp(`<c r="${name}"[^>]* s="(\\d+)"`).exec(sheet)?.[1];
  expect(styleIn(latin.sheet, 'A1')).not.toBe(styleIn(latin.sheet, 'B1'));
  const { sheet } = await sheetOf(['Day', 'Sum'], [['2026-11-27', 1200]]);
  expect(styleIn(sheet, 'A1')).toBe(styleIn(sheet, 'B1'));
});

test('a text of several lines has a row of that height, and its column the width of one', async () => {
  const { sheet } = await sheetOf(
    ['Remark', 'Sum'],
    [
      ['one\ntwo\nthree', 1],
      ['word '.repeat(30).trim(), 2],
      ['word '.repeat(6_000).trim(), 3],
      ['short', 4],
    ],
  );
  const heights = [...sheet.matchAll(/<row r="\d+"(?: ht="(\d+)" customHeight="1")?/g)].map(
    ([, height]) => height,
  );
  // The last is the highest that there is.
  expect(heights).toEqual([undefined, '45', '45', '409', undefined]);
  const lines = (await sheetOf(['a'], [['one\ntwo\nthree\nfour\nfive']])).sheet;
  expect(lines).toContain('<col min="1" max="1" width="8"');
  // Each is as wide as two of Latin.
  expect((await sheetOf(['a'], [['大阪の平均価格']])).sheet).toContain('<col min="1" max="1" width="16"');
});
