import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makePdf } from '../fixtures/make-pdf.ts';
import { makePicture } from '../fixtures/make-picture.ts';
import { makeArchive } from '../fixtures/make-xlsx.ts';
import { filesFor, type MailedFile, type Read, read, sentences, WRONG_KIND } from './mailed-file.ts';

const office = (name: string) => (): Buffer =>
  readFileSync(new URL(`../fixtures/office/${name}`, import.meta.url));
const summed = filesFor('doc_summary');
const analysed = filesFor('data_analysis');
const edited = filesFor('image_edit');
const latin = (text: string) => (): Buffer => Buffer.from(text, 'latin1');
const LEASE = 'The rent is 640 euros a month';

/** Files as programs of offices saved them, and words that they are read with. */
interface Saved {
  readonly name: string;
  readonly make: () => Buffer;
  readonly type: 'doc_summary' | 'data_analysis';
  readonly ends: Read;
}

const SALES = read(
  'North | 100 | 110.5 | 120 | 130',
  '2026-01-05 | Fruit | Apple | 1.5 | 25 | 30 | 09:30:00',
);
const SALES_TOLD =
  'empty_cells error_cells heads_joined hidden_columns hidden_rows hidden_sheet merged_cells notes_set_aside times_of_day totals_set_aside'.split(
    ' ',
  );

/** openpyxl calculates nothing, so that there are no sums to be told from the rest. */
const UNSAVED_TOLD = SALES_TOLD.map((key) => (key === 'totals_set_aside' ? 'uncalculated' : key));

const SAVED: readonly Saved[] = [
  { name: 'lease.docx', make: office('lease-libreoffice.docx'), type: 'doc_summary', ends: read(LEASE) },
  { name: 'lease.odt', make: office('lease-libreoffice.odt'), type: 'doc_summary', ends: read(LEASE) },
  { name: 'lease.epub', make: office('lease-libreoffice.epub'), type: 'doc_summary', ends: read(LEASE) },
  {
    name: 'talk.pptx',
    make: office('market-libreoffice.pptx'),
    type: 'doc_summary',
    ends: read('Harbour market 2026'),
  },
  {
    name: 'sales.xlsx',
    make: office('sales-libreoffice.xlsx'),
    type: 'data_analysis',
    ends: { ...SALES, told: SALES_TOLD },
  },
  {
    name: 'sales2.xlsx',
    make: office('sales-openpyxl.xlsx'),
    type: 'data_analysis',
    ends: { ...SALES, told: UNSAVED_TOLD },
  },
  {
    name: 'sales.ods',
    make: office('sales-libreoffice.ods'),
    type: 'data_analysis',
    ends: { ...SALES, told: SALES_TOLD },
  },
];

/** What may happen to a file on its way, where it can't be told from another after it. */
const DAMAGED: readonly MailedFile[] = SAVED.flatMap(({ name, make, type }) => {
  const tool = filesFor(type);
  const { broken } = sentences(name);
  const at = (share: number): number => Math.floor(make().length * share);
  return [
    tool('cut off in its middle', name, () => make().subarray(0, at(0.5)), broken),
    tool('without its last byte', name, () => make().subarray(0, -1), broken),
    tool('with zeros from its middle on', name, () => make().fill(0, at(0.5)), broken),
    tool(
      'sent as text, so that line ends were changed',
      name,
      () => Buffer.from(make().toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
      broken,
    ),
    tool('of nothing', name, () => Buffer.alloc(0), sentences(name).empty),
  ];
});

const CFB = latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(4_000)}`);
const PDF = (): Buffer => makePdf([`${LEASE}, and the deposit is two rents.`]);
const PAGE = latin(`<html><body><p>${LEASE}</p></body></html>`);

/** Content under a name of another kind. */
const OTHERWISE: readonly MailedFile[] = [
  summed('of a picture', 'lease.pdf', () => makePicture(), WRONG_KIND.doc_summary),
  summed('of a web page', 'lease.pdf', PAGE, WRONG_KIND.doc_summary),
  summed('of a text', 'lease.pdf', latin(LEASE), WRONG_KIND.doc_summary),
  summed('of a Word document', 'lease.pdf', office('lease-libreoffice.docx'), read(LEASE)),
  summed('of a PDF', 'lease.docx', PDF, read(LEASE)),
  summed('of a PDF', 'lease.txt', PDF, read(LEASE)),
  summed('of a workbook', 'lease.docx', office('sales-libreoffice.xlsx'), WRONG_KIND.doc_summary),
  summed('of a web page', 'lease.docx', PAGE, WRONG_KIND.doc_summary),
  summed('of the start of an old Word file', 'lease.doc', CFB, sentences('lease.doc').broken),
  summed(
    'of a letter in RTF',
    'lease.rtf',
    latin('{\\rtf1\\ansi The rent}'),
    sentences('lease.rtf').old('docx'),
  ),
  summed(
    'of a letter in RTF',
    'lease.doc',
    latin('{\\rtf1\\ansi The rent}'),
    sentences('lease.doc').old('docx'),
  ),
  summed('of an archive', 'lease.zip', () => makeArchive({ 'lease.pdf': PDF() }), WRONG_KIND.doc_summary),
  summed('of an archive', 'lease.pdf', () => makeArchive({ 'lease.pdf': PDF() }), WRONG_KIND.doc_summary),
  summed('of an empty archive', 'lease.docx', latin(`PK\x05\x06${'\0'.repeat(18)}`), WRONG_KIND.doc_summary),
  summed('of something packed', 'lease.pdf', () => gzipSync(PDF()), WRONG_KIND.doc_summary),
  summed('of a program', 'lease.pdf', latin(`MZ\x90\0\x03${'\0'.repeat(200)}`), WRONG_KIND.doc_summary),
  summed('of zeros', 'lease.pdf', () => Buffer.alloc(1_000_000), WRONG_KIND.doc_summary),
  analysed('of a table', 'rent.xlsx', latin('Month,Rent\nMay,640\n'), read('1 rows of Month, Rent')),
  analysed('of a table', 'rent.xls', latin('Month\tRent\r\nMay\t640\r\n'), read('1 rows of Month, Rent')),
  analysed(
    'of a table as a web page',
    'rent.xls',
    latin('<html><table><tr><td>Month</td></tr></table></html>'),
    WRONG_KIND.data_analysis,
  ),
  analysed('of a workbook', 'sales.csv', office('sales-libreoffice.xlsx'), { ...SALES, told: SALES_TOLD }),
  analysed('of an OpenDocument workbook', 'sales.xlsx', office('sales-libreoffice.ods'), {
    ...SALES,
    told: SALES_TOLD,
  }),
  analysed('of the start of an old Excel file', 'rent.xls', CFB, WRONG_KIND.data_analysis),
  analysed(
    'of a binary workbook',
    'rent.xlsb',
    () =>
      makeArchive({
        '_rels/.rels':
          '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        'xl/workbook.bin': new Uint8Array(99),
      }),
    WRONG_KIND.data_analysis,
  ),
  analysed('of a Word document', 'rent.xlsx', office('lease-libreoffice.docx'), WRONG_KIND.data_analysis),
  analysed(
    'of a database',
    'rent.csv',
    latin(`SQLite format 3\0${'\0'.repeat(84)}`),
    WRONG_KIND.data_analysis,
  ),
  edited('of a PDF', 'hall.png', PDF, WRONG_KIND.image_edit),
  edited('of a JPEG', 'hall.png', () => makePicture({ format: 'jpeg' }), read('64 x 48')),
  edited('of a workbook', 'hall.jpg', office('sales-libreoffice.xlsx'), WRONG_KIND.image_edit),
];

export const SAVED_BY_OFFICES: readonly MailedFile[] = SAVED.map(({ name, make, type, ends }) =>
  filesFor(type)('as an office saved it', name, make, ends),
);
export const MISNAMED: readonly MailedFile[] = [...OTHERWISE, ...DAMAGED];
