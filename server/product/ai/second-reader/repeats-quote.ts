import { withoutFootnotes } from '#domain/foreign-text.ts';
import { isSameSentence } from '../evidence/find-quote.ts';
import { splitSentences } from '../evidence/split-sentences.ts';
import type { Cited, Statement } from './verdict.ts';

/**
 * True if a statement is one of its quotes, letter by letter, and that is a whole sentence of its page: then it stands
 * there, whatever a model says. Half a sentence may mean something else: "They may be parked here" goes on "unless it snows".
 */
export const repeatsQuote = ({ text, before, after, claims }: Omit<Statement, 'id'>): boolean =>
  before === undefined &&
  after === undefined &&
  claims.some((claim) => isSameSentence(text, withoutFootnotes(claim.quote)) && isWhole(claim));

function isWhole({ quote, around }: Cited): boolean {
  const at = around.indexOf(quote);
  if (at === -1) return true;
  const ends = [0];
  for (const line of around.split('\n')) {
    const { mark, sentences } = splitSentences(line, 'en');
    for (const piece of [mark, ...sentences, '\n']) ends.push((ends.at(-1) ?? 0) + piece.length);
  }
  const [begin, end] = [
    ends.findLast((each) => each <= at) ?? 0,
    ends.find((each) => each >= at + quote.length),
  ];
  const beside = around.slice(begin, at) + around.slice(at + quote.length, end);
  return !/[\p{L}\p{N}]/u.test(beside);
}
