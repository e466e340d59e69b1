import { SCANNED_PAGES_MAX } from '#domain/attachments.ts';
import type { Effects } from '../../engine/effects.ts';
import { WRITING_RESERVE } from '../../engine/reserve-writing-budget.ts';
import { answerRoom } from '../../models/context-room.ts';
import { promptWindow, thinkingFor } from '../../models/roles.ts';
import type { Money } from '../../tool.ts';
import { COPY_TOKENS } from './copy-page.ts';
import { groupPieces } from './pdf-pages.ts';
import { chunkRoom, chunkTokensIn, READ_TOKENS, SUMMARY_TOKENS, WRITER_PROMPT_TOKENS } from './prompts.ts';

/** Calls that read, of those that a run may make. */
export const READ_CALLS = 400;
/** Tokens of a scanned page, which nobody has read yet. */
const SCAN_TOKENS = 700;
/** Tokens of a reader's rules, and of a task of usual length. */
const BESIDE = 1_000;
/** Tokens are estimated on the high side, and few answers use up their room. */
const USUAL = { prompt: 0.8, answer: 0.5 } as const;

/**
 * Returns the last page of a PDF that a run reads. `tokens`: of each page; 0 for one without text. It's what the money
 * is expected to suffice for, with each call's highest price set aside while it's made.
 */
export function lastPageRead(
  tokens: readonly number[],
  { effects, money }: { readonly effects: Effects; readonly money: Money },
): number {
  const { textModel, models, windowOf } = effects;
  const model = models.reader;
  const window = promptWindow('reader', { textModel, model, window: windowOf(model) });
  const { thinkingTokens } = thinkingFor('reader', { textModel, model, window: windowOf(model) });
  const maxTokens = answerRoom(READ_TOKENS, window) + thinkingTokens;
  const chunkTokens = chunkTokensIn(chunkRoom(window) - BESIDE);
  const scanned = tokens.flatMap((size, index) => (size === 0 ? [index] : [])).slice(0, SCANNED_PAGES_MAX);
  const usdOfScan = scanCost(effects, money);
  const scans = usdOfScan === null ? [] : scanned;
  const pieces = tokens.flatMap((size, index) =>
    inPieces({ number: index + 1, tokens: scans.includes(index) ? SCAN_TOKENS : size }, chunkTokens),
  );
  const limit = money.usd === null ? null : money.usd - reserve(effects, { ...money, usd: money.usd });
  let last = 0;
  let spent = scans.length * (usdOfScan ?? 0);
  for (const group of groupPieces(pieces, (piece) => piece.tokens, chunkTokens).slice(0, READ_CALLS)) {
    const promptTokens = BESIDE + group.reduce((sum, piece) => sum + piece.tokens, 0);
    const isTooMuch = limit !== null && spent + money.worstCost({ model, promptTokens, maxTokens }) > limit;
    // The first is tried in any case.
    if (isTooMuch && last > 0) break;
    spent += money.worstCost({
      model,
      promptTokens: promptTokens * USUAL.prompt,
      maxTokens: maxTokens * USUAL.answer,
    });
    last = group.at(-1)?.number ?? last;
  }
  const lastWithText = tokens.findLastIndex((size) => size > 0) + 1;
  return last >= lastWithText ? tokens.length : last;
}

/** What the text of a scanned page is expected to cost; null if nobody recognises it. */
function scanCost(
  { scans, textModel, models: { viewer: model }, windowOf }: Effects,
  money: Money,
): number | null {
  if (scans) return scans.usd;
  if (model === null) return null;
  const { thinkingTokens } = thinkingFor('viewer', { textModel, model, window: windowOf(model) });
  const maxTokens = (COPY_TOKENS.answer + thinkingTokens) * USUAL.answer;
  return money.worstCost({ model, promptTokens: COPY_TOKENS.prompt, maxTokens });
}

/** What reading leaves for the summary. */
function reserve(
  { textModel, models: { writer: model }, windowOf }: Effects,
  money: Money & { usd: number },
): number {
  const { thinkingTokens } = thinkingFor('writer', { textModel, model, window: windowOf(model) });
  const maxTokens = SUMMARY_TOKENS + thinkingTokens;
  const writing = money.worstCost({ model, promptTokens: WRITER_PROMPT_TOKENS, maxTokens });
  return Math.max(WRITING_RESERVE * money.usd, writing);
}

interface Piece {
  readonly number: number;
  readonly tokens: number;
}

/** A long page is read in several pieces. */
function inPieces({ number, tokens }: Piece, chunkTokens: number): Piece[] {
  const count = Math.ceil(tokens / chunkTokens);
  return Array.from({ length: count }, () => ({ number, tokens: Math.ceil(tokens / count) }));
}
