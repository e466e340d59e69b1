import { type FileWork, FileWorkError } from '../../../files/file-work.ts';
import type { Effects } from '../../engine/effects.ts';
import { interpret } from '../../engine/interpret.ts';
import { type Tool, ToolFailure } from '../../tool.ts';
import { type PageScan, toDocument } from './pdf-pages.ts';
import { chunkTokensFor } from './prompts.ts';
import { docSummarySpec } from './spec.ts';

const DEADLINE = 10 * 60_000;
/** Maximum scanned pages per run, from the first: OCR is paid by the page. */
const SCANS_MAX = 20;
/**
 * Maximum calls: a thousand pages in chunks of ten, or about a hundred one by one in a small context, plus OCR and
 * writing.
 */
const CALLS = 400 + SCANS_MAX;

/**
 * Creates the tool that summarises a PDF or answers from it: each statement with its page and a quote. Scanned pages
 * get OCR if the effects include it; otherwise they are reported as unread.
 */
export function createDocSummaryTool({ effects, fileWork }: { effects: Effects; fileWork: FileWork }): Tool {
  return {
    type: 'doc_summary',
    kind: effects.textModel.kind,
    calls: CALLS,
    deadline: DEADLINE,
    readsScans: effects.scans !== undefined,
    async run(input, context) {
      const [file] = input.files;
      if (!file) throw new ToolFailure('unusable_file', 'there is no PDF to read');
      const bytes = await file.read();
      const chunkTokens = chunkTokensFor(input, effects.windowOf(effects.models.reader));
      const document = toDocument(file.name, await fileWork.readPdf(bytes, context.signal), chunkTokens);
      const numbers = effects.scans ? document.scanned.slice(0, SCANS_MAX) : [];
      const scans = await takeScans(fileWork, { bytes, numbers }, context.signal);
      if (document.pages.length === 0 && scans.length === 0)
        throw new ToolFailure('unusable_file', 'no page of the PDF has text');
      context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
      context.onStep({
        key: 'opened_pdf',
        params: { pages: document.of, scanned: document.scanned.length },
      });
      return interpret(
        { spec: docSummarySpec(document, scans), effects, deadline: DEADLINE },
        input,
        context,
      );
    },
  };
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
