import type { FileWork } from '../../files/file-work.ts';
import type { Effects } from '../engine/effects.ts';
import { interpret } from '../engine/interpret.ts';
import { type Tool, ToolFailure } from '../tool.ts';
import { docSummarySpec } from './doc-summary/doc-summary-spec.ts';
import { toDocument } from './doc-summary/pdf-pages.ts';

const DEADLINE = 10 * 60_000;
/** A thousand pages in pieces of ten, and the writing. */
const CALLS = 130;

/** What a PDF says, or what it answers: each statement with its page, and the words that stand there. */
export function createDocSummaryTool({ effects, fileWork }: { effects: Effects; fileWork: FileWork }): Tool {
  return {
    type: 'doc_summary',
    kind: effects.textModel.kind,
    calls: CALLS,
    deadline: DEADLINE,
    async run(input, context) {
      const [file] = input.files;
      if (!file) throw new ToolFailure('unusable_file', 'there is no PDF to read');
      const document = toDocument(file.name, await fileWork.readPdf(await file.read(), context.signal));
      if (document.pages.length === 0) throw new ToolFailure('unusable_file', 'no page of the PDF has text');
      context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
      context.onStep({
        key: 'opened_pdf',
        params: { pages: document.of, scanned: document.scanned.length },
      });
      return interpret({ spec: docSummarySpec(document), effects, deadline: DEADLINE }, input, context);
    },
  };
}
