import { makeArchive } from '../fixtures/make-xlsx.ts';
import { type MailedFile, sentences } from './mailed-file.ts';
import { analysed, READ, ROWS } from './make-workbooks.ts';

const CONTENT = 'content.xml';
const ods = (rows: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    [CONTENT]: `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Flat">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ...more,
  });
const cell = (value: string | number): string =>
  typeof value === 'number'
    ? `<table:table-cell office:value-type="float" office:value="${value}"/>`
    : `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const odsRow = (values: readonly (string | number)[], attributes = ''): string =>
  `<table:table-row ${attributes}>${values.map(cell).join('')}</table:table-row>`;
const ODS_ROWS = ROWS.map((row) => odsRow(row)).join('');
const odsSays = sentences('rent.ods');
const open = (what: string, make: MailedFile['make'], ends: MailedFile['ends']): MailedFile =>
  analysed(what, 'rent.ods', make, ends);
const manifest = (inside: string): Record<string, string> => ({
  'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="m">${inside}</manifest:manifest>`,
});

export const OPEN_WORKBOOKS: readonly MailedFile[] = [
  open('of one sheet in OpenDocument', () => ods(ODS_ROWS), READ),
  open(
    'with a list of parts from OpenOffice 2',
    () =>
      ods(ODS_ROWS, {
        'META-INF/manifest.xml':
          '<?xml version="1.0"?><!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest xmlns:manifest="m"/>',
      }),
    READ,
  ),
  open(
    'with a password in OpenDocument',
    () => ods('', manifest('<manifest:encryption-data/>')),
    odsSays.locked,
  ),
  open(
    'wholly packed behind a password',
    () =>
      makeArchive({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        ...manifest(
          '<manifest:file-entry manifest:full-path="encrypted-package"><manifest:encryption-data/></manifest:file-entry>',
        ),
        'encrypted-package': new Uint8Array(5_000).fill(9),
      }),
    odsSays.locked,
  ),
  open('of no rows', () => ods(''), odsSays.empty),
  open(
    'without content',
    () => makeArchive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    odsSays.broken,
  ),
  open(
    'whose content is cut off',
    () =>
      makeArchive({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        [CONTENT]: '<office:body><table:table><table:table-row>',
      }),
    odsSays.broken,
  ),
  open(
    'with a row a thousand million times',
    () => ods(ODS_ROWS + odsRow(['July', 1], 'table:number-rows-repeated="1000000000"')),
    { has: ['rent: 999999 rows'], told: ['cut', 'duplicates'] },
  ),
  open(
    'with an empty row to the end of the sheet',
    () =>
      ods(
        `${ODS_ROWS}<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
      ),
    READ,
  ),
  open(
    'with entities in OpenDocument',
    () =>
      makeArchive({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        [CONTENT]: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
      }),
    odsSays.broken,
  ),
  open(
    'with macros in OpenDocument',
    () => ods(ODS_ROWS, { 'Basic/Standard/Module1.xml': '<script:module>Shell("cmd")</script:module>' }),
    READ,
  ),
  open(
    'whose mark ends with a line',
    () => ods(ODS_ROWS, { mimetype: 'application/vnd.oasis.opendocument.spreadsheet\r\n' }),
    READ,
  ),
];
