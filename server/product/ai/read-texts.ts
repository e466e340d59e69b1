import type { RunNotice } from '#domain/run-steps.ts';
import { SCANNED_BELOW } from '../files/file-facts.ts';
import type { FileWork } from '../files/file-work.ts';
import { cleanText } from './clean-text.ts';
import { cutToTokens } from './estimate-tokens.ts';
import { toRanges } from './to-ranges.ts';
import type { ToolFile } from './tool.ts';

/** What a model is shown of an attached PDF or table. */
export interface FileText {
  readonly name: string;
  readonly text: string;
  /** What a reader has to know: pages without text, an end that there was no room for. */
  readonly notices: readonly RunNotice[];
  /** Null: it has no pages. */
  readonly pages: { readonly of: number; readonly scanned: number } | null;
}

/** For all files together: beside a project and an earlier answer it leaves room in the context of a small model. */
const FILES_TOKENS = 12_000;
/** No script has more characters than that to a token, as they are estimated. */
const CHARACTERS_PER_TOKEN = 4;

/** The texts of PDFs and tables, in their order; what one of them does not need of its share is left to the next. */
export async function readTexts(
  fileWork: FileWork,
  files: readonly ToolFile[],
  signal: AbortSignal,
): Promise<FileText[]> {
  const read: FileText[] = [];
  let characters = FILES_TOKENS * CHARACTERS_PER_TOKEN;
  for (const [at, file] of files.entries()) {
    const room = Math.floor(characters / (files.length - at));
    const found =
      file.type === 'application/pdf'
        ? await readPages(fileWork, file, signal)
        : await readLines(fileWork, file, { room, signal });
    const text = cutToTokens(found.text.slice(0, room), room / CHARACTERS_PER_TOKEN);
    characters -= text.length;
    read.push(toFileText(file.name, text, found));
  }
  return read;
}

interface Found {
  readonly text: string;
  /** Characters of the whole, of which `text` may be the beginning. */
  readonly of: number;
  readonly pages: number | null;
  readonly scanned: readonly number[];
}

async function readPages(fileWork: FileWork, file: ToolFile, signal: AbortSignal): Promise<Found> {
  const { pages } = await fileWork.readPdf(await file.read(), signal);
  const numbered = pages.map((text, at) => ({ text, number: at + 1 }));
  const [scanned, written] = [
    numbered.filter(({ text }) => text.length < SCANNED_BELOW),
    numbered.filter(({ text }) => text.length >= SCANNED_BELOW),
  ];
  const text = written.map((page) => `[Page ${page.number}]\n${page.text}`).join('\n\n');
  return {
    text,
    of: text.length,
    pages: pages.length,
    scanned: scanned.map(({ number }) => number),
  };
}

async function readLines(
  fileWork: FileWork,
  file: ToolFile,
  { room, signal }: { room: number; signal: AbortSignal },
): Promise<Found> {
  const { text, of } = await fileWork.readText(await file.read(), room, signal);
  const clean = cleanText(text);
  return { text: clean, of: of - text.length + clean.length, pages: null, scanned: [] };
}

function toFileText(name: string, text: string, { of, pages, scanned }: Found): FileText {
  const notices: RunNotice[] = [];
  if (text.length < of) {
    const percent = Math.max(1, Math.floor((text.length / of) * 100));
    notices.push({ key: 'file_cut', params: { name, percent } });
  }
  if (pages !== null && scanned.length > 0)
    notices.push({
      key: 'file_pages_not_read',
      params: { name, of: pages, pages: toRanges(scanned) },
    });
  return { name, text, notices, pages: pages === null ? null : { of: pages, scanned: scanned.length } };
}
