import { bookParts, makeArchive, makeXlsx, sheetData } from '../fixtures/make-xlsx.ts';
import { partsOf, writeZip } from '../fixtures/write-zip.ts';
import { type MailedFile, read, WRONG_KIND } from './mailed-file.ts';
import {
  BOOK,
  book,
  changed,
  MB,
  PARTS,
  READ,
  RELATIONS,
  ROWS,
  renamed,
  SHARED,
  SHEET,
  STRINGS,
  says,
  sheet,
  with_,
  without,
} from './make-workbooks.ts';

/** Workbooks whose archive or parts aren't as they should be. */
export const PACKED_WORKBOOKS: readonly MailedFile[] = [
  book('without a sheet', () => makeXlsx({ sheets: [] }), says.empty),
  book('of empty sheets', () => sheet('<sheetData/>'), says.empty),
  book(
    'of a chart alone',
    () => changed(RELATIONS, (text) => text.replace('/worksheet"', '/chartsheet"')),
    says.empty,
  ),
  book(
    'as parts alone, without a list of them',
    () => makeArchive({ [BOOK]: String(PARTS[BOOK]) }),
    WRONG_KIND.data_analysis,
  ),
  book('without its workbook', () => without(BOOK), says.broken),
  book('without its sheet', () => without(SHEET), says.broken),
  book('without its relations', () => without(RELATIONS), says.broken),
  book('without its texts', () => renamed(STRINGS, 'xl/other.xml'), says.broken),
  book(
    'with a text that it does not have',
    () => makeArchive({ ...bookParts(SHARED), [STRINGS]: '<sst><si><t>Month</t></si></sst>' }),
    says.broken,
  ),
  book('whose part has another case than its name', () => renamed(STRINGS, 'xl/SharedStrings.xml'), READ),
  book(
    'whose names have backslashes',
    () => writeZip(partsOf(PARTS).map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))),
    READ,
  ),
  book(
    'whose parts lie at absolute paths',
    () => writeZip([...partsOf(PARTS), { name: '/etc/passwd', data: 'x' }]),
    says.broken,
  ),
  book(
    'whose parts climb out of it',
    () => writeZip([...partsOf(PARTS), { name: '../../../etc/passwd', data: 'x' }]),
    says.broken,
  ),
  book(
    'with two parts of one name',
    () => writeZip([...partsOf(PARTS), { name: SHEET, data: '<worksheet/>' }]),
    READ,
  ),
  book(
    'with folders as parts',
    () => writeZip([...partsOf(PARTS), { name: 'xl/', data: '', method: 0 }]),
    READ,
  ),
  book('with a comment at its end', () => writeZip(partsOf(PARTS), { comment: 'packed by somebody' }), READ),
  book(
    'whose parts are not packed',
    () => writeZip(partsOf(PARTS).map((part) => ({ ...part, method: 0 }))),
    READ,
  ),
  book(
    'packed by an unknown method',
    () => writeZip(partsOf(PARTS).map((part) => ({ ...part, method: 14 }))),
    says.broken,
  ),
  book(
    'with a password of its archive',
    () => writeZip(partsOf(PARTS).map((part) => ({ ...part, says: { flags: 0x0801 } }))),
    says.locked,
  ),
  book(
    'with a sheet larger than it says',
    () =>
      writeZip(partsOf(PARTS).map((part) => (part.name === SHEET ? { ...part, says: { size: 10 } } : part))),
    says.broken,
  ),
  book(
    'with a sheet smaller than it says',
    () =>
      writeZip(
        partsOf(PARTS).map((part) => (part.name === SHEET ? { ...part, says: { size: 1_000_000 } } : part)),
      ),
    says.broken,
  ),
  book(
    'with a wrong checksum',
    () =>
      writeZip(partsOf(PARTS).map((part) => (part.name === SHEET ? { ...part, says: { sum: 7 } } : part))),
    says.broken,
  ),
  book(
    'of twenty-one thousand parts',
    () =>
      writeZip([
        ...partsOf(PARTS),
        ...Array.from({ length: 21_000 }, (_part, at) => ({
          name: `xl/media/${at}.png`,
          data: '',
          method: 0,
        })),
      ]),
    says.tooBig,
  ),
  book(
    'whose sheet unfolds to 500 MB',
    () =>
      with_({ [SHEET]: Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(500 * MB, 32)]) }),
    says.tooBig,
  ),
  book(
    'whose texts unfold to 300 MB',
    () =>
      makeArchive({
        ...bookParts(SHARED),
        [STRINGS]: Buffer.concat([
          Buffer.from('<sst><si><t>'),
          Buffer.alloc(300 * MB, 97),
          Buffer.from('</t></si></sst>'),
        ]),
      }),
    says.tooBig,
  ),
  book(
    'whose 300 sheets are one of 5 MB',
    () => {
      const many = bookParts({
        sheets: Array.from({ length: 300 }, (_sheet, at) => ({ name: `S${at}`, xml: '' })),
      });
      return makeArchive({
        ...many,
        [SHEET]: Buffer.concat([
          Buffer.from('<worksheet>'),
          Buffer.alloc(5 * MB, 32),
          Buffer.from('</worksheet>'),
        ]),
        [RELATIONS]: String(many[RELATIONS]).replace(/worksheets\/sheet\d+/g, 'worksheets/sheet0'),
      });
    },
    says.tooBig,
  ),
  book(
    'with an archive within an archive',
    () =>
      with_({
        'xl/embeddings/a.zip': makeArchive({ 'b.zip': makeArchive({ 'c.txt': new Uint8Array(50 * MB) }) }),
      }),
    READ,
  ),
  book(
    'with entities that multiply',
    () =>
      changed(SHEET, (text) =>
        text.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'),
      ),
    says.broken,
  ),
  book(
    'with an entity from outside',
    () => changed(STRINGS, () => '<!DOCTYPE x [<!ENTITY a SYSTEM "http://collector.example/">]><sst/>'),
    says.broken,
  ),
  book('whose sheet is cut off', () => changed(SHEET, (text) => text.slice(0, -30)), says.broken),
  book('whose sheet is no XML', () => with_({ [SHEET]: 'Not found. Please log in again.' }), says.broken),
  book(
    'whose sheet is in UTF-16',
    () =>
      with_({
        [SHEET]: Buffer.from(
          `\ufeff${String(PARTS[SHEET]).replace('version="1.0"', 'version="1.0" encoding="UTF-16"')}`,
          'utf16le',
        ),
      }),
    says.broken,
  ),
  book('of deeply nested elements', () => sheet('<x>'.repeat(100_000)), says.broken),
  book(
    'with a million merged cells',
    () => sheet(`${sheetData(ROWS)}<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(1_000_000)}</mergeCells>`),
    READ,
  ),
  book(
    'that hides sixteen thousand columns ten thousand times',
    () => sheet(`<cols>${'<col min="3" max="16384" hidden="1"/>'.repeat(10_000)}</cols>${sheetData(ROWS)}`),
    READ,
  ),
  book(
    'whose row has a number that no row has',
    () => sheet(sheetData(ROWS).replace('<row>', '<row r="-9e99">')),
    READ,
  ),
  book(
    'whose texts are of the names of programs',
    () =>
      sheet(
        sheetData([
          ['__proto__', 'constructor'],
          ['toString', 1],
        ]),
      ),
    read('1 rows of __proto__, constructor', 'toString | 1'),
  ),
  book(
    'whose texts are formulas of a CSV file',
    () =>
      sheet(
        sheetData([
          ['Month', 'Rent'],
          ['=HYPERLINK(1)', 1],
        ]),
      ),
    read('=HYPERLINK(1) | 1'),
  ),
  book(
    'with control characters in its texts',
    () =>
      sheet(
        sheetData([
          ['Month_x000D_', 'Rent'],
          ['Ma_x0007_y', 640],
          ['June', 655],
        ]),
      ),
    READ,
  ),
];
