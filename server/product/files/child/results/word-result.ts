import { compileMessage } from '@lingui/message-utils/compileMessage';
import { isLanguageCode, language } from '#domain/languages.ts';
import { responseRow } from '#domain/rows/response-row.ts';
import { type RunRecord, runEventRow, runRow } from '#domain/rows/run-row.ts';
import { knownAddresses } from '#web/features/delegation/answer/links/known-addresses.ts';
import { toDocument } from '#web/features/delegation/download/answer-document.ts';
import { type Block, readBlocks } from '#web/features/delegation/download/markdown/read-blocks.ts';
import { startsRightToLeft } from '#web/features/delegation/download/set-apart.ts';
import { wordReceipt } from '#web/features/delegation/receipt/word-receipt.ts';
import { writeReceipt } from '#web/features/delegation/receipt/write-receipt.ts';
import { i18n } from '#web/texts/i18n.ts';
import type { StoredResult } from '../../file-job.ts';

/** A result as its file has it, in blocks. */
export interface ResultDocument {
  readonly title: string;
  readonly note: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly body: readonly Block[];
  /** On pages of its own. */
  readonly receipt: readonly Block[];
  /** The title begins at the right; the note does in such a language. */
  readonly isTitleRtl: boolean;
  readonly isNoteRtl: boolean;
}

// The browser's catalogues are compiled when it's built.
i18n.setMessagesCompiler(compileMessage);

/**
 * Words a result by the browser's own code, so that no sentence of a file or receipt exists twice (docs/decisions/064).
 * The only file of the server that may import from `web`.
 */
export function wordResult({ title, brand, rows }: StoredResult): ResultDocument {
  const answer = responseRow.parse(rows.answer);
  const run = runRow.parse(rows.run);
  const record: RunRecord = { run, events: rows.events.map((event) => runEventRow.parse(event)) };
  const { wish = '', instruction = '' } = run.options;
  const known = knownAddresses(answer.evidence, [title, wish, instruction]);
  const document = toDocument(title, answer, known, run.slip_number);
  const isRightToLeft = isLanguageCode(run.language) && language(run.language).direction === 'rtl';
  const receipt = writeReceipt(wordReceipt(title, record), brand, answer.evidence);
  return {
    title: document.title,
    note: document.note,
    language: run.language,
    body: readBlocks(document.body, isRightToLeft),
    // Each of its paragraphs decides for itself.
    receipt: readBlocks(receipt, false),
    isTitleRtl: startsRightToLeft(document.title),
    isNoteRtl: isRightToLeft,
  };
}
