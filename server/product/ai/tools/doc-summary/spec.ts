import type { Written } from '../../contract/broken-promises.ts';
import { createMending, MEND } from '../../contract/mend.ts';
import type { Action, ActionResult } from '../../engine/action.ts';
import { isOutOfMeans, limitMet } from '../../engine/action.ts';
import { providerFailureAmong } from '../../engine/failure-codes.ts';
import type { Next, Seed, ToolSpec } from '../../engine/tool-spec.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Draft } from '../../gathering/draft.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import {
  applyReading,
  isOfReading,
  NOT_BEGUN,
  nextReading,
  readingSteps,
  type SecondReading,
  unreadSteps,
} from '../../second-reader/second-reading.ts';
import type { ToolInput } from '../../tool.ts';
import { toCopiedText } from './copy-page.ts';
import { coverageOf } from './coverage.ts';
import { deliver, matterOf } from './deliver.ts';
import {
  type Chunk,
  type PageScan,
  type PdfDocument,
  type RecognisedPage,
  toChunks,
  unitOf,
  withRecognised,
} from './pdf-pages.ts';
import {
  readChunkAction,
  SUMMARY_TOKENS,
  scanAction,
  taskRoom,
  toPageClaims,
  WRITER_PROMPT_TOKENS,
  writeAction,
} from './prompts.ts';

export interface DocSummaryState {
  readonly input: ToolInput;
  readonly seed: Seed;
  readonly document: PdfDocument;
  /** Pages to be recognised, with their results so far. */
  readonly scans: readonly PageScan[];
  readonly recognised: readonly RecognisedPage[];
  readonly chunks: readonly Chunk[];
  /** Chunks that are done, read or not. */
  readonly done: number;
  readonly claims: readonly Claim[];
  /** Ids of chunks that could not be read. */
  readonly lost: readonly string[];
  readonly failures: readonly string[];
  readonly isOutOfMeans: boolean;
  readonly draft: Draft | null;
  readonly isMended: boolean;
  readonly reading: SecondReading;
}

/**
 * Reducer of the summary: a reader without tools takes notes chunk by chunk, and a writer sees only verified notes.
 * Page text is extracted before the first step, since that is free and repeatable. With `scans`, scanned pages get OCR
 * first and are then treated like the others.
 */
export function docSummarySpec(
  document: PdfDocument,
  scans: readonly PageScan[] = [],
): ToolSpec<null, DocSummaryState> {
  return {
    type: 'doc_summary',
    version: 'doc_summary/11',
    writing: { promptTokens: WRITER_PROMPT_TOKENS, maxTokens: SUMMARY_TOKENS },
    plan: () => null,

    init: (input, _plan, seed) => ({
      input,
      seed,
      document,
      scans,
      recognised: [],
      chunks: toChunks(document),
      done: 0,
      claims: [],
      lost: [],
      failures: [],
      isOutOfMeans: false,
      draft: null,
      isMended: false,
      reading: NOT_BEGUN,
    }),

    isOfReading,
    next,
    apply,

    steps(state, action, result) {
      const scan = state.scans.find(({ number }) => action.id === `scan:${number}`);
      if (scan) {
        const isRead = recognisedText(result).text.trim() !== '';
        const params = { page: scan.number, of: document.of };
        return [{ key: isRead ? 'read_scan' : 'scan_not_read', params }];
      }
      if (action.kind !== 'chat') return [];
      if (state.draft !== null && isOfReading(action))
        return readingSteps(matterOf(state, state.draft), action, result);
      if (action.role === 'reader') {
        const chunk = state.chunks.find(({ id }) => action.id === `read:${id}`);
        if (!chunk) return [];
        const [from, to] = [chunk.pages[0]?.number ?? 0, chunk.pages.at(-1)?.number ?? 0];
        const where = { from, to, of: document.of, ...unitOf(document) };
        if (!result.ok) return [{ key: 'pages_left_out', params: { ...where, why: result.why } }];
        const quotes = toPageClaims(chunk, result, []).length;
        return [{ key: 'read_pages', params: { ...where, quotes } }];
      }
      if (action.id === MEND && state.draft !== null) return mending.steps(state, state.draft, result);
      if (!result.ok || result.kind !== 'chat') return [];
      const { deliverable, checked } = deliver(state, result);
      const unverified = deliverable.evidence.unverified.length;
      return [
        ...sentSteps(state.input, taskRoom(state.seed, state.claims)),
        { key: 'wrote_answer', params: { model: result.model } },
        { key: 'checked_answer', params: { sentences: checked, unverified } },
        ...unreadSteps(matterOf(state, result)),
      ];
    },
  };
}

function next(state: DocSummaryState): Next {
  const { input, seed, chunks, done, claims, document, scans, recognised } = state;
  if (recognised.length < scans.length) {
    const hasText = document.pages.length > 0;
    return { do: scans.slice(recognised.length).map((scan) => scanAction(scan, hasText)) };
  }
  if (done < chunks.length && !state.isOutOfMeans) {
    return {
      do: chunks.slice(done).map((chunk) => readChunkAction(input, seed, { chunk, document })),
    };
  }
  if (claims.length === 0 || coverageOf(state).share < ENOUGH) return notEnoughRead(state);
  const write = writeAction(input, seed, { document, claims });
  const { draft } = state;
  if (draft === null) return { do: [write] };
  const mend = mending.ask(state, draft, write);
  if (mend !== null) return { do: [mend] };
  const checks = nextReading(matterOf(state, draft));
  if (checks.length > 0) return { do: checks };
  const { deliverable } = deliver(state, draft);
  if (deliverable.evidence.sources.length > 0) return { done: deliverable };
  return { failed: 'no_sources', because: 'the text cites nothing that could be verified' };
}

const writtenOf = (state: DocSummaryState, draft: Draft): Written => ({
  text: draft.text,
  sources: deliver(state, draft).deliverable.evidence.sources.length,
});

const mending = createMending<DocSummaryState, Draft>({ writtenOf });

/** Share of text pages that must be read for a summary. */
const ENOUGH = 0.5;

/** Chooses the failure to report when too little was read or no note is backed by the PDF. */
function notEnoughRead({ failures, document }: DocSummaryState): Next {
  if (document.pages.length === 0 && failures.length === 0)
    return { failed: 'unusable_file', because: 'no page of the PDF has text' };
  const limit = limitMet(failures);
  if (limit !== null) return { failed: limit, because: 'no money for reading' };
  if (failures.includes('time')) return { failed: 'deadline', because: 'no time for reading' };
  if (failures.length > 0) {
    const because = `too few pages were read: ${failures.join(', ')}`;
    return { failed: providerFailureAmong(failures) ?? 'provider_failed', because };
  }
  return { failed: 'no_sources', because: 'nothing that was noted stands in the PDF' };
}

function apply(state: DocSummaryState, action: Action, result: ActionResult): DocSummaryState {
  const { id } = action;
  if (state.draft !== null && isOfReading(action))
    return { ...state, reading: applyReading(matterOf(state, state.draft), action, result) };
  const scan = state.scans.find(({ number }) => id === `scan:${number}`);
  if (scan) return applyScan(state, scan, result);
  const chunk = state.chunks.find((one) => id === `read:${one.id}`);
  if (chunk) return applyChunk(state, chunk, result);
  if (!result.ok || result.kind !== 'chat') return { ...state, isMended: true };
  const { draft } = state;
  if (draft === null) return { ...state, draft: result };
  return { ...state, isMended: true, draft: mending.better(state, draft, result) };
}

function applyScan(state: DocSummaryState, { number }: PageScan, result: ActionResult): DocSummaryState {
  const failure = result.ok ? null : result.why;
  const recognised = [...state.recognised, { number, ...recognisedText(result), failure }];
  if (recognised.length < state.scans.length) return { ...state, recognised };
  const document = withRecognised(state.document, recognised);
  // With other pages left, scanned ones are only reported as unread.
  const failures = document.pages.length > 0 ? [] : recognised.flatMap(({ failure }) => failure ?? []);
  return { ...state, recognised, document, failures, chunks: toChunks(document) };
}

/** What a service or a model has read of a page. */
const recognisedText = (result: ActionResult): Pick<RecognisedPage, 'text' | 'isCut'> =>
  result.ok && result.kind === 'scan' ? { text: result.text, isCut: false } : toCopiedText(result);

function applyChunk(state: DocSummaryState, chunk: Chunk, result: ActionResult): DocSummaryState {
  const done = state.done + 1;
  if (result.ok) {
    return { ...state, done, claims: [...state.claims, ...toPageClaims(chunk, result, state.claims)] };
  }
  return {
    ...state,
    done,
    lost: [...state.lost, chunk.id],
    failures: [...state.failures, result.why],
    isOutOfMeans: state.isOutOfMeans || isOutOfMeans(result),
  };
}
