import { kindOfType, ROW_KINDS, SECTION_KINDS, type SectionKind } from '#domain/file-kinds.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import { toRanges } from '#domain/to-ranges.ts';
import type { FileWork } from '../../files/file-work.ts';
import { cleanText } from '../language/clean-text.ts';
import { cutToTokens, estimateTokens } from '../models/estimate-tokens.ts';
import type { ToolFile } from '../tool.ts';
import { outlineLines } from './outline-lines.ts';

/** Text of an attached PDF or table, as shown to a model. */
export interface FileText {
  readonly name: string;
  readonly text: string;
  /** Notices for the user: pages without text, a truncated end. */
  readonly notices: readonly RunNotice[];
  /** Null if it has no pages. */
  readonly pages: { readonly of: number; readonly scanned: number } | null;
}

/** Limit for all files together. */
export const FILES_TOKENS = 12_000;
/** What a PDF's bookmarks may take of it: they tell a model what stands where it doesn't see the end. */
const OUTLINE_TOKENS = 600;
/** Upper bound of characters for this many tokens in any script. */
const CHARACTERS = FILES_TOKENS * 4;

/** Reads the texts of PDFs and tables, in order. */
export async function findTexts(
  fileWork: FileWork,
  files: readonly ToolFile[],
  signal: AbortSignal,
): Promise<readonly FoundText[]> {
  const found: FoundText[] = [];
  for (const file of files) {
    const kind = kindOfType(file.type);
    const section = SECTION_KINDS.find((each) => each === kind);
    const read =
      section === undefined
        ? await (kind === 'pdf' ? readPages : readLines)(fileWork, file, signal)
        : await readSections(fileWork, { file, kind: section }, signal);
    found.push({ ...read, file });
  }
  return found;
}

/** Cuts texts to the tokens there are; what short ones leave of their share goes to the long ones. */
export function cutTexts(found: readonly FoundText[], room = FILES_TOKENS): FileText[] {
  const shares = shareOut(
    found.map(({ text }) => estimateTokens(text)),
    room,
  );
  return found.map((each, at) => toFileText(each, cutToTokens(each.text, shares[at] ?? 0)));
}

/** Splits a budget by need: equal shares, with the unused rest redistributed. */
function shareOut(needs: readonly number[], all: number): number[] {
  const shares: number[] = [];
  let left = all;
  const order = [...needs.entries()].toSorted(([, a], [, b]) => a - b);
  for (const [turn, [at, need]] of order.entries()) {
    shares[at] = Math.min(need, Math.floor(left / (order.length - turn)));
    left -= shares[at];
  }
  return shares;
}

/** Text of an attached file before it's cut. */
export interface FoundText extends Found {
  readonly file: ToolFile;
}

interface Found {
  readonly text: string;
  /** Total characters, of which `text` may be the start. */
  readonly of: number;
  readonly pages: number | null;
  /** Pages that nobody has read. */
  readonly scanned: readonly number[];
  /** Names of files within it. */
  readonly attachments: readonly string[];
  /** Null if it is certain. */
  readonly guessedEncoding: string | null;
}

async function readPages(fileWork: FileWork, file: ToolFile, signal: AbortSignal): Promise<Found> {
  const { pages, scanned, outline, attachments } = await fileWork.readPdf(await file.read(), signal);
  const bookmarks = outlineLines(outline, OUTLINE_TOKENS);
  const parts = pages
    .map((page, at) => ({ text: page, number: at + 1 }))
    .filter((page) => page.text !== '')
    .map((page) => `[Page ${page.number}]\n${page.text}`);
  if (bookmarks.length > 0) parts.unshift(['[Bookmarks]', ...bookmarks].join('\n'));
  const text = parts.join('\n\n');
  return {
    text: text.slice(0, CHARACTERS),
    of: text.length,
    pages: pages.length,
    scanned,
    attachments,
    guessedEncoding: null,
  };
}

/** Slides are numbered, since people speak of them so; sections are only ours. */
async function readSections(
  fileWork: FileWork,
  { file, kind }: { readonly file: ToolFile; readonly kind: SectionKind },
  signal: AbortSignal,
): Promise<Found> {
  const { parts, unit, encoding } = await fileWork.readDocument({ kind, bytes: await file.read() }, signal);
  const text = parts
    .map((part, at) => (unit === 'slide' && part !== '' ? `[Slide ${at + 1}]\n${part}` : part))
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    text: text.slice(0, CHARACTERS),
    of: text.length,
    pages: null,
    scanned: [],
    attachments: [],
    ...guessed(encoding),
  };
}

const guessed = (encoding: string): Pick<Found, 'guessedEncoding'> => ({
  guessedEncoding: encoding.startsWith('utf-') ? null : encoding,
});

async function readLines(fileWork: FileWork, file: ToolFile, signal: AbortSignal): Promise<Found> {
  const kind = ROW_KINDS.find((each) => each === kindOfType(file.type)) ?? 'csv';
  const job = { kind, bytes: await file.read(), characters: CHARACTERS };
  const { text, of, encoding } = await fileWork.readText(job, signal);
  const clean = cleanText(text);
  return {
    text: clean,
    of: of - text.length + clean.length,
    pages: null,
    scanned: [],
    attachments: [],
    ...guessed(encoding),
  };
}

function toFileText(
  { file: { name }, of, pages, scanned, attachments, guessedEncoding }: FoundText,
  text: string,
): FileText {
  const notices: RunNotice[] = [];
  if (guessedEncoding !== null)
    notices.push({ key: 'file_encoding', params: { name, encoding: guessedEncoding } });
  if (text.length < of) {
    const percent = Math.max(1, Math.floor((text.length / of) * 100));
    notices.push({ key: 'file_cut', params: { name, percent } });
  }
  if (pages !== null && scanned.length > 0)
    notices.push({
      key: 'file_pages_not_read',
      params: { name, of: pages, pages: toRanges(scanned) },
    });
  if (attachments.length > 0)
    notices.push({ key: 'attachments_not_opened', params: { names: attachments.join(', ') } });
  return { name, text, notices, pages: pages === null ? null : { of: pages, scanned: scanned.length } };
}
