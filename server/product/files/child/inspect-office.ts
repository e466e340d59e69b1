import { posix } from 'node:path';
import type { FileKind, SectionKind } from '#domain/file-kinds.ts';
import { estimateTokens } from '../../ai/models/estimate-tokens.ts';
import { type FileFacts, LONG_TEXT, PDF_PAGES_MAX } from '../file-facts.ts';
import { checkCompoundFile } from './archive/compound-file.ts';
import { type Archive, openArchive, UnreadableError } from './archive/open-archive.ts';
import { relationsOf } from './archive/relations.ts';
import type { FoundTables } from './tables/raw-table.ts';

/** Types of OpenDocument files and e-books, as in the part that begins each of them. */
const MIMETYPES: Readonly<Record<string, FileKind>> = {
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
};

/** Main parts of Office Open XML files. */
const OFFICE_PARTS: Readonly<Record<string, FileKind>> = {
  'workbook.xml': 'xlsx',
  'document.xml': 'docx',
  'presentation.xml': 'pptx',
};

/** Decides what a ZIP file is by its parts, and reads it to its end. */
export async function inspectArchive(bytes: Buffer): Promise<FileFacts> {
  let kind: FileKind | null = null;
  try {
    const archive = await openArchive(bytes);
    kind = await kindOf(archive);
    if (kind === 'xlsx' || kind === 'ods') {
      const { readWorkbook } = await import('./tables/sheets/read-workbook.ts');
      return sheetFacts(kind, await readWorkbook({ kind, name: '', bytes }));
    }
    if (kind === 'docx' || kind === 'odt' || kind === 'pptx' || kind === 'odp' || kind === 'epub')
      return await inspectDocument(kind, bytes);
  } catch (error) {
    return whyUnreadable(error, kind);
  }
  return { kind: 'unusable', why: 'unknown', as: null };
}

/** Reads a document to its end. */
export async function inspectDocument(kind: SectionKind, bytes: Buffer): Promise<FileFacts> {
  const { readDocument } = await import('./documents/read-document.ts');
  const read = await readDocument({ kind, bytes }).catch((error: unknown) => whyUnreadable(error, kind));
  if ('why' in read) return read;
  const { parts } = read;
  if (parts.every((part) => part === '')) return { kind: 'unusable', why: 'empty', as: kind };
  if (parts.length > PDF_PAGES_MAX) return { kind: 'unusable', why: 'too_long', as: kind };
  return { kind, tokens: estimateTokens(parts.join('\n').slice(0, LONG_TEXT)) };
}

function sheetFacts(kind: 'xlsx' | 'ods', { tables, lost }: FoundTables): FileFacts {
  if (tables.length > 0) return { kind };
  if (lost.some(({ key }) => key === 'sheet_too_wide'))
    return { kind: 'unusable', why: 'too_wide', as: kind };
  const isUncalculated = lost.some(({ key }) => key === 'sheet_uncalculated');
  return { kind: 'unusable', why: isUncalculated ? 'uncalculated' : 'empty', as: kind };
}

/** Rethrows what says nothing about the file. */
function whyUnreadable(error: unknown, as: FileKind | null): Extract<FileFacts, { kind: 'unusable' }> {
  if (error instanceof UnreadableError) return { kind: 'unusable', why: error.why, as };
  throw error;
}

/** Null for a ZIP file of another kind. */
async function kindOf(archive: Archive): Promise<FileKind | null> {
  if (archive.has('mimetype')) {
    let type = '';
    await archive.read('mimetype', (text) => (type += text));
    return MIMETYPES[type.trim()] ?? null;
  }
  const main = (await relationsOf(archive)).find(({ type }) => type === 'officeDocument')?.part;
  // Word numbers it in files that Office on the web has saved: `document2.xml`.
  return OFFICE_PARTS[posix.basename(main ?? '').replace(/\d+(?=\.xml$)/, '')] ?? null;
}

/**
 * What files of the format of Office before 2007 are, by a name in their root. The format itself is that of a file
 * system, so that anything may be in it.
 */
const OLD_OFFICE: Readonly<Record<string, FileKind>> = {
  WordDocument: 'docx',
  Workbook: 'xlsx',
  Book: 'xlsx',
  'PowerPoint Document': 'pptx',
};

/** An item that Outlook saved. Other compound files aren't read: old Office files, and new ones with a password. */
export async function inspectCompoundFile(bytes: Buffer): Promise<FileFacts> {
  let names: ReadonlySet<string>;
  try {
    names = checkCompoundFile(bytes);
  } catch (error) {
    // It may have been anything, but no other kind of them is read.
    return whyUnreadable(error, 'msg');
  }
  if (names.has('__properties_version1.0')) return inspectDocument('msg', bytes);
  // MS-OFFCRYPTO, 2.3.4.4.
  if (names.has('EncryptedPackage')) return { kind: 'unusable', why: 'locked', as: null };
  const [, as] = Object.entries(OLD_OFFICE).find(([name]) => names.has(name)) ?? [];
  return as ? { kind: 'unusable', why: 'old', as } : { kind: 'unusable', why: 'unknown', as: null };
}
