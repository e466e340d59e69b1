import { readFileSync } from 'node:fs';
import { filesFor, type MailedFile, type Read, read, sentences } from './mailed-file.ts';

const made = (name: string) => (): Buffer =>
  readFileSync(new URL(`../fixtures/makers/${name}`, import.meta.url));

const LEASE: Read = read(
  'The rent is 640 euros a month.',
  'It was ~~900 euros~~ before.',
  'Item | Who pays | Amount\nWater | Landlord | included\nDeposit | Tenant | 1,920 euros',
  'By registered letter, three months before the end of a quarter',
  'Größe: 45 m², Café № 7 – “gut”.',
  'Water is included.',
);
const TABLE: Read = read('3 rows of Month, Rent, Paid on, Share\nMay | 1240.5 | 2026-05-03 | 0.125');
const GUIDE: Read = read(
  '[1] Rent\nThe rent is 640 euros a month.\nDeposit\nThe deposit is two rents.',
  '[2] Notice\nThe notice period is three months.',
);

const summed = filesFor('doc_summary');
const analysed = filesFor('data_analysis');
const document = (name: string, ends: MailedFile['ends'] = LEASE): MailedFile =>
  summed(`by ${name.replace(/\..*/, '')}`, name, made(name), ends);
const table = (name: string, ends: MailedFile['ends'] = TABLE): MailedFile =>
  analysed(`by ${name.replace(/\..*/, '')}`, name, made(name), ends);

/** Files by programs that few people name, and many get files from. */
export const MAKERS: readonly MailedFile[] = [
  document('pandoc.docx'),
  document('pandoc.odt'),
  document('pandoc.epub'),
  document('pandoc.pptx'),
  document('abiword.odt'),
  document('pandoc.rtf', sentences('pandoc.rtf').old('docx')),
  table('gnumeric.xlsx'),
  table('gnumeric.ods'),
  // Heads stand at the start of their columns, and numbers at the end.
  table('gnumeric.pdf'),
  table('gnumeric.xls', sentences('gnumeric.xls').old('xlsx')),
  document('qpdf-linear.pdf', GUIDE),
  document('qpdf-streams.pdf', GUIDE),
  document('qpdf-turned.pdf', GUIDE),
  document('ghostscript.pdf', GUIDE),
  // Whoever opens it needs no password; only to change it, one is needed.
  document('qpdf-owner.pdf', GUIDE),
  document('qpdf-user.pdf', sentences('qpdf-user.pdf').locked),
  document('img2pdf.pdf', sentences('img2pdf.pdf').scanned),
];
