import { kindOfType, SECTION_KINDS } from '#domain/file-kinds.ts';
import { type FileWork, FileWorkError } from '../../../files/file-work.ts';
import type { Effects } from '../../engine/effects.ts';
import { interpret } from '../../engine/interpret.ts';
import { type Tool, type ToolContext, ToolFailure, type ToolFile } from '../../tool.ts';
import { lastPageRead, READ_CALLS, SCANS_MAX } from './last-page-read.ts';
import { type PageScan, type ReadText, toDocument, unitOf } from './pdf-pages.ts';
import { chunkTokensFor } from './prompts.ts';
import { docSummarySpec } from './spec.ts';

const DEADLINE = 10 * 60_000;
/**
 * Maximum calls: a thousand pages in chunks of ten, or about a hundred one by one in a small context, plus OCR and
 * writing.
 */
const CALLS = READ_CALLS + SCANS_MAX;

/**
 * Creates the tool that summarises a document or answers from it: each statement with its page, slide or section and a
 * quote. Scanned pages
 * get OCR if the effects include it; otherwise they are reported as unread.
 */
export function createDocSummaryTool({ effects, fileWork }: { effects: Effects; fileWork: FileWork }): Tool {
  return {
    type: 'doc_summary',
    kind: effects.textModel.kind,
    calls: CALLS,
    deadline: DEADLINE,
    readsScans: effects.scans !== undefined,
    lastPage: (tokens, money) => lastPageRead(tokens, { effects, money }),
    async run(input, context) {
      const [file] = input.files;
      if (!file) throw new ToolFailure('unusable_file', 'there is no document to read');
      const bytes = await file.read();
      const text = await readText(fileWork, { file, bytes }, context);
      const chunkTokens = chunkTokensFor(input, effects.windowOf(effects.models.reader), text.outline);
      const upTo = input.contract?.extent?.upTo;
      const document = toDocument(file.name, text, { chunkTokens, upTo });
      const numbers = effects.scans && document.unit === 'page' ? document.scanned.slice(0, SCANS_MAX) : [];
      const scans = await takeScans(fileWork, { bytes, numbers }, context.signal);
      if (document.pages.length === 0 && scans.length === 0)
        throw new ToolFailure('unusable_file', 'no part of the document has text');
      context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
      context.onStep({
        key: 'opened_pdf',
        params: { pages: document.of, scanned: document.scanned.length, ...unitOf(document) },
      });
      return interpret(
        { spec: docSummarySpec(document, scans), effects, deadline: DEADLINE },
        input,
        context,
      );
    },
  };
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
  fileWork: FileWork,
  { bytes, numbers }: { bytes: Buffer; numbers: readonly number[] },
  signal: AbortSignal,
): Promise<readonly PageScan[]> {
  if (numbers.length === 0) return [];
  try {
    const taken = await fileWork.takePages(bytes, numbers, signal);
    return numbers.flatMap((number, at) => {
      const page = taken[at];
      return page ? [{ number, page }] : [];
    });
  } catch (error) {
    // Reads the other pages if the scanned ones can't be extracted.
    if (error instanceof FileWorkError) return [];
    throw error;
  }
}
