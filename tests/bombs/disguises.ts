import { gzipSync } from 'node:zlib';
import type { AiTaskType } from '#domain/ai-task.ts';
import { messages } from '#domain/messages.ts';
import { makePdf } from '../fixtures/make-pdf.ts';
import { makeCompound } from '../fixtures/outlook/make-compound.ts';

interface Content {
  readonly what: string;
  readonly bytes: Buffer;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const zeros = (count: number): string => '\0'.repeat(count);
const SCRIPT = '<script>fetch("//collector.example")</script>';
const PAGE = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const ENTITY = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
const ARCHIVE = `PK\x05\x06${zeros(18)}`;
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const PDF = makePdf(['A page with enough text on it to be taken for a page that can be read.']);

/** An archive of tar: of nothing but letters and zeros. */
function makeTar(name: string, text: string): Buffer {
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  const before = `${name.padEnd(100, '\0')}0000644\0${octal(0, 7).repeat(2)}${octal(text.length, 11)}${octal(0, 11)}`;
  const after = `0${zeros(100)}ustar\x0000${zeros(247)}`;
  const sum = Buffer.from(`${before}        ${after}`).reduce((total, byte) => total + byte, 0);
  return latin(`${before}${octal(sum, 6)} ${after}${text}${zeros(512 - (text.length % 512))}${zeros(1024)}`);
}

/** Read by somebody who looks for a table, they are one, if a poor one. */
export const TEXTS: readonly Content[] = [
  { what: 'a table', bytes: latin('name,n\na,1\n') },
  { what: 'a web page', bytes: latin(PAGE) },
  { what: 'a web page that speaks of PDF', bytes: latin(`<!-- %PDF-1.7 -->${PAGE}`) },
  { what: 'a web page behind the mark of a text', bytes: Buffer.from(`\ufeff${PAGE}`) },
  { what: 'a web page in UTF-16', bytes: Buffer.from(`\ufeff${PAGE}`, 'utf16le') },
  { what: 'a script that begins as a moving picture', bytes: latin('GIF89a=1;alert(1)') },
  { what: 'a script in UTF-7', bytes: latin('+ADw-script+AD4-alert(1)+ADw-/script+AD4-') },
  { what: 'a script for a shell', bytes: latin('#!/bin/sh\nrm -rf "$HOME"\n') },
  {
    what: 'a drawing with a script',
    bytes: latin(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
  },
];

/** Nothing that any tool reads. */
export const OTHERS: readonly Content[] = [
  { what: 'a document of XML', bytes: latin(ENTITY) },
  { what: 'a script in UTF-32', bytes: Buffer.from(Array.from(SCRIPT, (sign) => `${sign}\0\0\0`).join('')) },
  { what: 'a program for Linux', bytes: latin(`\x7fELF\x02\x01\x01${zeros(64)}`) },
  { what: 'a program for Windows', bytes: latin(`MZ\x90\0\x03${zeros(64)}PE\0\0`) },
  { what: 'an archive', bytes: latin(ARCHIVE) },
  { what: 'an archive with a web page before it', bytes: latin(PAGE + ARCHIVE) },
  { what: 'something pressed', bytes: gzipSync(PAGE) },
  { what: 'a film', bytes: latin(`\0\0\0\x18ftypmp42${zeros(4)}mp42isom${zeros(32)}`) },
  { what: 'a sound', bytes: latin(`RIFF\x24\0\0\0WAVEfmt \x10${zeros(27)}`) },
  { what: 'a moving picture', bytes: GIF },
  {
    what: 'a song',
    bytes: latin(
      `ID3\x04${zeros(5)}\x17TIT2${zeros(3)}\x0d${zeros(2)}\x03A short song\xff\xfb\x90\x64${zeros(99)}`,
    ),
  },
  { what: 'a collection of texts', bytes: makeTar('notes.txt', 'name,n\na,1\n'.repeat(2000)) },
  { what: 'a shape', bytes: latin(`FORM${zeros(3)}\x12AIFFCOMM${zeros(3)}\x12${zeros(18)}`) },
  { what: 'a bitmap', bytes: latin(`BM\x46${zeros(7)}\x36\0\0\0\x28${zeros(51)}`) },
  { what: 'a database', bytes: latin(`SQLite format 3\0${zeros(84)}`) },
  { what: 'a publication of an old office', bytes: makeCompound({ Contents: Buffer.alloc(99) }) },
  { what: 'noise', bytes: Buffer.from([1, 2, 3, 0, 200, 7, 0, 0]) },
];

/** A file under a name of another kind, handed to the tool that its name would suit. */
export interface Disguise extends Content {
  readonly extension: string;
  readonly declared: string;
  readonly type: AiTaskType;
  /** What is answered. */
  readonly message: string;
}

const { pdfOnly, imageEditNeedsImage, unsupportedFile } = messages.delegation;
const PICTURES = [
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
] as const;

const asPdf = (content: Content): Disguise => ({
  ...content,
  extension: 'pdf',
  declared: 'application/pdf',
  type: 'doc_summary',
  message: pdfOnly,
});
const asTable = (content: Content): Disguise => ({
  ...content,
  extension: 'csv',
  declared: 'text/csv',
  type: 'data_analysis',
  message: unsupportedFile,
});
const asPicture = (content: Content, at: number): Disguise => {
  const [extension, declared] = PICTURES[at % PICTURES.length] ?? PICTURES[0];
  return { ...content, extension, declared, type: 'image_edit', message: imageEditNeedsImage };
};

export const DISGUISES: readonly Disguise[] = [
  ...[...TEXTS, ...OTHERS].map(asPdf),
  ...OTHERS.map(asTable),
  ...[{ what: 'a PDF', bytes: PDF }, ...TEXTS, ...OTHERS].map(asPicture),
];
