import { withoutFootnotes } from '#domain/foreign-text.ts';
import { computes } from '../second-reader/computes.ts';
import type { Cited, Verdict } from '../second-reader/verdict.ts';
import { foreignNumbers, type Known } from './numbers-in.ts';
import type { ReadSentence } from './read-lines.ts';

interface Backing {
  readonly claims: readonly Cited[];
  /** What needs no source. */
  readonly given: Known;
  readonly verdict: Verdict | undefined;
}

/**
 * True if each figure of a sentence stands in these claims, or a second reader has named an expression of their quotes'
 * figures that yields those that don't.
 */
export function backsFigures(
  { body, computed }: Pick<ReadSentence, 'body' | 'computed'>,
  { claims, given, verdict }: Backing,
): boolean {
  const cited = claims.flatMap(({ quote, page }) => [
    withoutFootnotes(quote),
    page?.title ?? '',
    page?.date ?? '',
  ]);
  const texts = [...given.texts, ...cited, ...(computed ?? [])];
  const foreign = foreignNumbers(body, { ...given, texts });
  if (foreign.length === 0) return true;
  const quotes = claims.map(({ quote }) => quote);
  return verdict?.is === 'computed' && computes(verdict.expression, foreign, quotes);
}
