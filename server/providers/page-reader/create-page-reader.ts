import { createHash } from 'node:crypto';
import { oneLine } from '#server/lib/one-line.ts';
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import { createHtmlReader, type HtmlReader } from './html-reader.ts';
import { PageError, type PageReader, type ReadPage } from './page-reader.ts';
import { pdfBlocks, type ReadPdf } from './pdf-reader.ts';
import type { HtmlText } from './read-html.ts';
import { createRobots } from './robots.ts';

/** Bytes of a page searched for its charset declaration, as browsers do. */
const LOOKED_AT = 4096;

/** Decodes a page in the charset of its BOM, its header or its own head; UTF-8 otherwise. */
function decodeText(bytes: Buffer, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? charsetIn(headOf(bytes)) ?? 'utf-8';
  return decoderFor(label).decode(bytes);
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function headOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, LOOKED_AT);
  return /<meta[^>]{0,200}charset[^>]{0,100}>/i.exec(head)?.[0] ?? '';
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(text)?.[1] ?? null;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown charset. Most pages are UTF-8.
    return new TextDecoder();
  }
}

export interface PageReaderOptions extends Omit<GuardedFetchOptions, 'userAgent'> {
  /** URL in the user agent with information about the visitor. */
  readonly about: string;
  readonly htmlReader?: HtmlReader;
  /** Unset: PDFs aren't read. */
  readonly readPdf?: ReadPdf;
  /** Timeout of a page in milliseconds, including redirects. */
  readonly limit?: number;
}

const MAX_BYTES = 2 * 1024 * 1024;
/** More than any model is shown. Texts are stored with their run for a while, up to a hundred pages. */
const MAX_CHARACTERS = 70_000;

/** Reads pages of the public internet only: see find-target.ts. */
export function createPageReader(options: PageReaderOptions): PageReader {
  const { about, htmlReader = createHtmlReader(), readPdf, limit = 10_000, ...targets } = options;
  const fetch = createGuardedFetch({ ...targets, userAgent: `ErrandBot/1.0 (+${about})` });
  const mayRead = createRobots(fetch, 'errandbot');

  async function read(address: string, signal: AbortSignal, language: string): Promise<ReadPage> {
    if (!URL.canParse(address)) throw new PageError('forbidden', 'not an address');
    const { status, headers, body, url } = await fetch(new URL(address), {
      signal,
      mayAsk: mayRead,
      maxBytes: MAX_BYTES,
      limit,
      headers: {
        accept: `text/html, application/xhtml+xml, text/plain;q=0.8${readPdf ? ', application/pdf;q=0.8' : ''}`,
        'accept-language': `${language}, en;q=0.7`,
      },
    });
    if (status !== 200) throw new PageError('status', `the page answers ${status}`);
    const type = headers['content-type'] ?? '';
    const { blocks, ...text } = await readBody(body, type, {
      html: (page) => htmlReader.read(page, { signal, patience: limit }),
      ...(readPdf && { pdf: () => pdfBlocks(readPdf, body, { signal, characters: MAX_CHARACTERS }) }),
    });
    if (blocks.length === 0) throw new PageError('text', 'there is no text on the page');
    const hash = createHash('sha256').update(body).digest('hex');
    return { ...text, blocks: cutBlocks(blocks), url: url.href, hash };
  }

  return {
    read: (address, { signal, language }) => read(address, signal, language),
    close: () => htmlReader.close(),
  };
}

function cutBlocks(blocks: readonly string[]): string[] {
  const kept: string[] = [];
  let left = MAX_CHARACTERS;
  for (const block of blocks) {
    if (left <= 0) break;
    kept.push(block.slice(0, left).toWellFormed());
    left -= block.length;
  }
  return kept;
}

interface Readers {
  readonly html: (page: string) => Promise<HtmlText>;
  readonly pdf?: () => Promise<string[]>;
}

async function readBody(
  body: Buffer,
  contentType: string,
  { html, pdf }: Readers,
): Promise<Pick<ReadPage, 'title' | 'date' | 'language' | 'blocks'>> {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  // A PDF's own title is often that of a template or program; the search result's is better.
  const unnamed = { title: '', date: null, language: null };
  if (pdf && type === 'application/pdf') return { ...unnamed, blocks: await pdf() };
  const text = decodeText(body, contentType);
  if (type === 'text/html' || type === 'application/xhtml+xml') return html(text);
  if (type !== 'text/plain') throw new PageError('type', `of a kind that is not read: ${type || 'no type'}`);
  const blocks = text
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter((block) => block !== '');
  return { ...unnamed, blocks };
}
