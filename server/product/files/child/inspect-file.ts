import { fileTypeFromBuffer } from 'file-type';
import { estimateTokens } from '../../ai/models/estimate-tokens.ts';
import { type FileFacts, LONG_TEXT } from '../file-facts.ts';
import { COLUMNS_MAX } from '../table-facts.ts';
import { isMail } from './documents/mail-header.ts';
import { decodeText } from './tables/text/decode-text.ts';
import { findDelimiter } from './tables/text/find-delimiter.ts';

/**
 * Control characters that don't occur in texts; allows tab, line ends, form feed, and the C1 range of old
 * encodings.
 */
const NOT_IN_TEXTS = /[\p{Cc}--[\t\n\v\f\r\u007f-\u009f]]/v;

const ZIP = Buffer.from('PK\x03\x04');

const UNKNOWN: FileFacts = { kind: 'unusable', why: 'unknown', as: null };

/** What word processors exchanged before their files of today, and still write. */
const RICH_TEXT: FileFacts = { kind: 'unusable', why: 'old', as: 'docx' };

const PAGE = /^<(?:!doctype\s+html|html)[\s>]/i;

/** Skips comments and the declaration of XML one by one: a pattern for any number of them takes as much memory. */
function isPage(text: string): boolean {
  let rest = text.trimStart();
  for (;;) {
    const [opening, closing] = rest.startsWith('<?xml ') ? ['<?xml ', '?>'] : ['<!--', '-->'];
    const end = rest.startsWith(opening) ? rest.indexOf(closing) : -1;
    if (end === -1) return PAGE.test(rest);
    rest = rest.slice(end + closing.length).trimStart();
  }
}

/** A web page or an email; null for other texts. */
function markedKind(text: string): 'html' | 'eml' | null {
  if (isPage(text)) return 'html';
  return isMail(text) ? 'eml' : null;
}

/** Checks whether bytes of no recognised format are a text: a web page, an email, or lines such as those of a CSV file. */
async function inspectText(bytes: Buffer): Promise<FileFacts> {
  const text = decodeText(bytes)?.text ?? null;
  if (text === null || NOT_IN_TEXTS.test(text)) return UNKNOWN;
  if (text.trim() === '') return { kind: 'unusable', why: 'empty', as: 'csv' };
  const marked = markedKind(text);
  if (marked !== null) return (await import('./inspect-office.ts')).inspectDocument(marked, bytes);
  const { width } = findDelimiter(text);
  if (width > COLUMNS_MAX) return { kind: 'unusable', why: 'too_wide', as: 'csv' };
  return { kind: 'csv', tokens: estimateTokens(text.slice(0, LONG_TEXT)) };
}

/** Readers of PDFs accept a header in the first 1,024 bytes: mailers and scanners write lines before it. */
const PDF_HEADER_WITHIN = 1024;

/** A text, or a PDF with something before its header. A text may mention one. */
async function inspectUnmarked(bytes: Buffer): Promise<FileFacts> {
  const head = bytes.toString('latin1', 0, PDF_HEADER_WITHIN);
  const isPdf = /^\s*%PDF-/.test(head) || (head.includes('%PDF-') && head.includes('\0'));
  const asText = isPdf ? UNKNOWN : await inspectText(bytes);
  if (asText !== UNKNOWN || !head.includes('%PDF-')) return asText;
  return (await import('./inspect-pdf.ts')).inspectPdf(bytes);
}

/**
 * A text that begins with letters that are the mark of another format: `BMI` with those of a bitmap. Whatever is really of
 * that format has zeros or control characters. Zeros alone, which a search finds at once, tell all but the shortest;
 * they are asked for first since an archive of texts has nothing else, and decoding one takes long.
 */
const inspectLettered = async (bytes: Buffer): Promise<FileFacts> =>
  bytes.includes(0) ? UNKNOWN : inspectText(bytes);

/** Detects a file's kind by its content, whatever its name, and whether it is readable. */
export async function inspectFile(bytes: Buffer): Promise<FileFacts> {
  if (bytes.length === 0) return { kind: 'unusable', why: 'empty', as: null };
  const found = await fileTypeFromBuffer(bytes);
  // Text has no magic number, so it is what remains.
  if (found === undefined) return inspectUnmarked(bytes);
  switch (found.mime) {
    case 'application/pdf':
      return (await import('./inspect-pdf.ts')).inspectPdf(bytes);
    case 'image/png':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'png');
    case 'image/jpeg':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'jpeg');
    case 'image/webp':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'webp');
    case 'image/heic':
    case 'image/heif':
    case 'image/heic-sequence':
    case 'image/heif-sequence':
      return { kind: 'unusable', why: 'heic', as: 'jpeg' };
    case 'application/x-cfb':
      return (await import('./inspect-office.ts')).inspectCompoundFile(bytes);
    case 'application/rtf':
      return RICH_TEXT;
    case 'application/xml':
      return isPage(decodeText(bytes)?.text ?? '') ? inspectText(bytes) : UNKNOWN;
    default:
      // Office files are ZIP files whose first part may be any of theirs.
      return bytes.subarray(0, ZIP.length).equals(ZIP)
        ? (await import('./inspect-office.ts')).inspectArchive(bytes)
        : inspectLettered(bytes);
  }
}
