import { SCANNED_PAGES_MAX } from '#domain/attachments.ts';
import { kindOfType, SECTION_KINDS } from '#domain/file-kinds.ts';
import type { FileWork } from '../../../files/file-work.ts';
import type { Effects } from '../../engine/effects.ts';
import { drawScans, orNull } from '../../prompts/draw-scans.ts';
import { PAGE_EDGE, preparePicture } from '../../prompts/prepare-picture.ts';
import { type ToolContext, ToolFailure, type ToolFile, type ToolInput } from '../../tool.ts';
import { isPicture } from '../text/is-picture.ts';
import { type PageScan, type PdfDocument, type ReadText, toDocument } from './pdf-pages.ts';
import { chunkTokensFor } from './prompts.ts';

export interface OpeningDeps {
  readonly effects: Effects;
  readonly fileWork: FileWork;
}

export interface OpenedDocument {
  readonly document: PdfDocument;
  /** Pages whose text is still to be recognised. */
  readonly scans: readonly PageScan[];
}

/** Opens a document, or pictures of its pages. Throws ToolFailure if there is nothing to read. */
export async function openDocument(
  deps: OpeningDeps,
  input: ToolInput,
  context: ToolContext,
): Promise<OpenedDocument> {
  const [file] = input.files;
  if (!file) throw new ToolFailure('unusable_file', 'there is no document to read');
  return isPicture(file) ? openPictures(deps, input, context) : openFile(deps, { file, input }, context);
}

async function openFile(
  { effects, fileWork }: OpeningDeps,
  { file, input }: { readonly file: ToolFile; readonly input: ToolInput },
  context: ToolContext,
): Promise<OpenedDocument> {
  const bytes = await file.read();
  const text = await readText(fileWork, { file, bytes }, context);
  const chunkTokens = chunkTokensFor(input, effects.windowOf(effects.models.reader), text.outline);
  const document = toDocument(file.name, text, { chunkTokens, upTo: input.contract?.extent?.upTo });
  const numbers = document.unit === 'page' ? document.scanned.slice(0, SCANNED_PAGES_MAX) : [];
  const scans = await takeScans({ effects, fileWork }, { bytes, numbers }, context.signal);
  if (document.pages.length === 0 && scans.length === 0)
    throw new ToolFailure('unusable_file', 'no part of the document has text');
  context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
  return { document, scans };
}

/** The text of a PDF by its pages, or of another document by its slides or sections. */
async function readText(
  fileWork: FileWork,
  { file, bytes }: { file: ToolFile; bytes: Buffer },
  { signal }: ToolContext,
): Promise<ReadText> {
  const kind = SECTION_KINDS.find((each) => each === kindOfType(file.type));
  if (kind === undefined) return { unit: 'page', ...(await fileWork.readPdf(bytes, signal)) };
  const { unit, parts } = await fileWork.readDocument({ kind, bytes }, signal);
  const empty = parts.flatMap((part, at) => (part === '' ? [at + 1] : []));
  return { unit, pages: parts, cut: [], garbled: [], outline: [], attachments: [], scanned: empty };
}

async function takeScans(
  { effects: { scans, models }, fileWork }: OpeningDeps,
  { bytes, numbers }: { readonly bytes: Buffer; readonly numbers: readonly number[] },
  signal: AbortSignal,
): Promise<readonly PageScan[]> {
  if (numbers.length === 0) return [];
  if (scans) {
    const taken = await orNull(fileWork.takePages(bytes, numbers, signal));
    return numbers.flatMap((number, at) => {
      const page = taken?.[at];
      return page ? [{ number, page }] : [];
    });
  }
  return models.viewer === null ? [] : drawScans(fileWork, { bytes, numbers }, signal);
}

/** Each picture is a page. */
async function openPictures(
  { effects, fileWork }: OpeningDeps,
  input: ToolInput,
  context: ToolContext,
): Promise<OpenedDocument> {
  const { files } = input;
  const scans: PageScan[] = [];
  for (const [at, file] of files.entries()) {
    const picture = await preparePicture(fileWork, { file, edge: PAGE_EDGE }, context.signal);
    scans.push({ number: at + 1, picture });
    context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
  }
  const blank: ReadText = {
    unit: 'page',
    pages: files.map(() => ''),
    scanned: files.map((_file, at) => at + 1),
    cut: [],
    garbled: [],
    outline: [],
    attachments: [],
  };
  const chunkTokens = chunkTokensFor(input, effects.windowOf(effects.models.reader));
  const names = files.map(({ name }) => name);
  return { document: toDocument(names.join(', '), blank, { chunkTokens, pictures: names }), scans };
}
