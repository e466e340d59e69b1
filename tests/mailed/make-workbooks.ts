import { bookParts, type MadeBook, makeArchive, makeXlsx, sheetData } from '../fixtures/make-xlsx.ts';
import { filesFor, type MailedFile, read, sentences } from './mailed-file.ts';

export const analysed = filesFor('data_analysis');
export const says = sentences('rent.xlsx');
export const book = (what: string, make: MailedFile['make'], ends: MailedFile['ends']): MailedFile =>
  analysed(what, 'rent.xlsx', make, ends);

export const ROWS = [
  ['Month', 'Rent'],
  ['May', 640],
  ['June', 655],
] as const;
export const ONE: MadeBook = { sheets: [{ name: 'Flat', xml: sheetData(ROWS) }] };
export const PARTS = bookParts(ONE);
export const SHEET = 'xl/worksheets/sheet0.xml';
export const BOOK = 'xl/workbook.xml';
export const RELATIONS = 'xl/_rels/workbook.xml.rels';
export const MB = 1024 * 1024;
export const READ = read('rent: 2 rows of Month, Rent', 'May | 640', 'June | 655');
export const told = (...keys: string[]): MailedFile['ends'] => ({ ...READ, told: keys });
export const with_ = (more: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  makeArchive({ ...PARTS, ...more });
export const without = (...names: string[]): Buffer =>
  makeArchive(Object.fromEntries(Object.entries(PARTS).filter(([name]) => !names.includes(name))));
export const changed = (part: string, change: (text: string) => string): Buffer =>
  with_({ [part]: change(String(PARTS[part])) });
export const sheet = (xml: string): Buffer => makeXlsx({ sheets: [{ name: 'Flat', xml }] });
export const numbers = (count: number): string =>
  sheetData(Array.from({ length: count }, (_row, at) => [at]));

/** Texts that are kept once for all sheets, as Excel does. */
export const SHARED: MadeBook = {
  sheets: [
    {
      name: 'Flat',
      xml: '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c><v>640</v></c></row><row><c t="s"><v>3</v></c><c><v>655</v></c></row></sheetData>',
    },
  ],
  strings: ['Month', 'Rent', 'May', 'June'].map((word) => `<t>${word}</t>`),
};
export const renamed = (from: string, to: string): Buffer =>
  makeArchive(
    Object.fromEntries(
      Object.entries(bookParts(SHARED)).map(([name, part]) => [name === from ? to : name, part]),
    ),
  );
export const STRINGS = 'xl/sharedStrings.xml';

export const STRICT = 'http://purl.oclc.org/ooxml';
export const strict = (text: string): string =>
  text
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      `${STRICT}/officeDocument/relationships`,
    )
    .replaceAll('http://schemas.openxmlformats.org/spreadsheetml/2006/main', `${STRICT}/spreadsheetml/main`);

export const LINK =
  '<Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" Target="file:///C:/prices.xlsx" TargetMode="External"/>';
