import { SCANNED_BELOW } from '../../../files/file-facts.ts';
import type { PdfText } from '../../../files/file-job.ts';
import { cutToTokens, estimateTokens } from '../../estimate-tokens.ts';
import { type Passage, splitPassages } from '../../evidence/split-passages.ts';

/** A page with text that can be read. */
export interface PdfPage {
  /** As the file counts, from 1. */
  readonly number: number;
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Its text was recognised in a picture. */
  readonly byOcr: boolean;
}

/** A PDF as the tool works with it. */
export interface PdfDocument {
  readonly name: string;
  readonly of: number;
  readonly pages: readonly PdfPage[];
  /** Pages that are pictures, or empty. */
  readonly scanned: readonly number[];
}

/** A page of the smallest print has some 2,500; what says more is built to cost. */
const PAGE_TOKENS = 6_000;

export function toDocument(name: string, { pages }: PdfText): PdfDocument {
  const read = pages.map((text, index) => toPage(index + 1, text, false));
  return {
    name,
    of: pages.length,
    pages: read.filter(({ text }) => text.length >= SCANNED_BELOW),
    scanned: read.filter(({ text }) => text.length < SCANNED_BELOW).map(({ number }) => number),
  };
}

function toPage(number: number, text: string, byOcr: boolean): PdfPage {
  const short = cutToTokens(text, PAGE_TOKENS);
  return { number, text: short, passages: splitPassages(short.split('\n')), byOcr };
}

/** A scanned page, to be read by OCR. */
export interface PageScan {
  readonly number: number;
  /** A PDF of this page alone. */
  readonly page: Buffer;
}

/** What OCR has recognised on a page; empty: nothing. */
export interface RecognisedPage {
  readonly number: number;
  readonly text: string;
  /** Why it could not be read; null: it was. */
  readonly failure: string | null;
}

/** The document with the pages that were recognised among the others. */
export function withRecognised(document: PdfDocument, recognised: readonly RecognisedPage[]): PdfDocument {
  const added = recognised.filter(({ text }) => text.trim() !== '');
  const pages = [...document.pages, ...added.map(({ number, text }) => toPage(number, text, true))];
  return {
    ...document,
    pages: pages.toSorted((a, b) => a.number - b.number),
    scanned: document.scanned.filter((number) => !added.some((page) => page.number === number)),
  };
}

/** Pages that are read together. */
export interface Chunk {
  /** `1`, `2`, … in the order of the document. */
  readonly id: string;
  readonly pages: readonly PdfPage[];
}

/** What models read with care at once; a short document is one piece. */
const CHUNK_TOKENS = 10_000;
const CHUNK_PAGES = 10;

/** A document in pieces. Each begins with the last page of the one before, so that no thought is cut in two. */
export function toChunks({ pages }: PdfDocument): Chunk[] {
  const chunks: Chunk[] = [];
  let current: PdfPage[] = [];
  let tokens = 0;
  for (const page of pages) {
    const cost = estimateTokens(page.text);
    const isFull = current.length > 0 && (tokens + cost > CHUNK_TOKENS || current.length >= CHUNK_PAGES);
    if (isFull) {
      chunks.push({ id: String(chunks.length + 1), pages: current });
      const last = current.length > 1 ? current.slice(-1) : [];
      current = last;
      tokens = last.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    }
    current = [...current, page];
    tokens += cost;
  }
  return current.length > 0 ? [...chunks, { id: String(chunks.length + 1), pages: current }] : chunks;
}
