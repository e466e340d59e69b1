import { SCANNED_PAGES_MAX } from '#domain/attachments.ts';
import { interpret } from '../../engine/interpret.ts';
import type { Tool } from '../../tool.ts';
import { lastPageRead, READ_CALLS } from './last-page-read.ts';
import { type OpeningDeps, openDocument } from './open-document.ts';
import { unitOf } from './pdf-pages.ts';
import { docSummarySpec } from './spec.ts';

const DEADLINE = 10 * 60_000;
/**
 * Maximum calls: a thousand pages in chunks of ten, or about a hundred one by one in a small context, plus scans and
 * writing.
 */
const CALLS = READ_CALLS + SCANNED_PAGES_MAX;

/**
 * Creates the tool that summarises a document or answers from it: each statement with its page, slide or section and a
 * quote. Scanned pages are recognised by a service if the effects include one, or else by the model that looks at
 * pictures; without either they are reported as unread.
 */
export function createDocSummaryTool({ effects, fileWork }: OpeningDeps): Tool {
  const { scans, models } = effects;
  return {
    type: 'doc_summary',
    kind: effects.textModel.kind,
    calls: CALLS,
    deadline: DEADLINE,
    seesImages: models.viewer !== null,
    readsScans: scans !== undefined || models.viewer !== null,
    lastPage: (tokens, money) => lastPageRead(tokens, { effects, money }),
    async run(input, context) {
      const opened = await openDocument({ effects, fileWork }, input, context);
      const { document } = opened;
      context.onStep({
        key: 'opened_pdf',
        params: { pages: document.of, scanned: document.scanned.length, ...unitOf(document) },
      });
      return interpret(
        { spec: docSummarySpec(document, opened.scans), effects, deadline: DEADLINE },
        input,
        context,
      );
    },
  };
}
