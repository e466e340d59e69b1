import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Analysis, Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { isLanguageCode, language } from '#domain/languages.ts';
import { responseRow } from '#domain/rows/response-row.ts';
import { type RunRecord, runEventRow, runRow } from '#domain/rows/run-row.ts';
import { knownAddresses } from '#web/features/delegation/answer/links/known-addresses.ts';
import { drawFigures, type ShownFigure } from '#web/features/delegation/chart/paper-chart.ts';
import { toDocument } from '#web/features/delegation/download/answer-document.ts';
import { type Block, readBlocks } from '#web/features/delegation/download/markdown/read-blocks.ts';
import { startsRightToLeft } from '#web/features/delegation/download/set-apart.ts';
import { wordReceipt } from '#web/features/delegation/receipt/word-receipt.ts';
import { writeReceipt } from '#web/features/delegation/receipt/write-receipt.ts';
import { i18n } from '#web/texts/i18n.ts';
import type { StoredResult } from '../../file-job.ts';
import type { Charts } from './place-charts.ts';

/** A result as its file has it, in blocks. */
export interface ResultDocument {
  readonly title: string;
  readonly note: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly body: readonly Block[];
  /** Draws its charts in this font, which has to have the letters of their labels. */
  readonly drawCharts: (font: string) => Charts;
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
export function wordResult({ title, brand, withReceipt = true, rows }: StoredResult): ResultDocument {
  const answer = responseRow.parse(rows.answer);
  const run = runRow.parse(rows.run);
  const record: RunRecord = { run, events: rows.events.map((event) => runEventRow.parse(event)) };
  const { wish = '', instruction = '' } = run.options;
  const known = knownAddresses(answer.evidence, [title, wish, instruction]);
  const analysis = answer.evidence?.analysis;
  const drawn = analysis?.figures.filter(({ kind }) => kind !== 'table').map(({ n }) => n);
  const document = toDocument(title, answer, known, run.slip_number, {
    charts: new Set(drawn),
    language: run.language,
  });
  const isRightToLeft = isLanguageCode(run.language) && language(run.language).direction === 'rtl';
  const receipt = writeReceipt(wordReceipt(title, record), brand, answer.evidence);
  return {
    title: document.title,
    note: document.note,
    language: run.language,
    body: readBlocks(document.body, isRightToLeft),
    drawCharts: (font) => drawCharts(analysis, run.language, font),
    // Each of its paragraphs decides for itself.
    receipt: withReceipt ? readBlocks(receipt, false) : [],
    isTitleRtl: startsRightToLeft(document.title),
    isNoteRtl: isRightToLeft,
  };
}

function drawCharts(analysis: Analysis | undefined, language: string, font: string): Charts {
  const charts = analysis ? drawFigures(analysis, { language, font, shownAs: asMade }) : [];
  return new Map(charts.map((chart) => [chart.n, chart]));
}

/** What a person has chosen instead is known to their device alone. */
const asMade = (figure: Figure, query: RanQuery): ShownFigure => ({
  shape: figure,
  result: query,
  unit: figure.unit,
  subtitle: null,
});
