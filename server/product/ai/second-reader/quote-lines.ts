import { oneLine } from '#server/lib/one-line.ts';
import type { Cited, Statement } from './verdict.ts';

/** Most characters of the passage on each side of a quote. */
const AROUND = 100;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The quotes of some statements, each once, below the page that they were taken from. */
export function quoteLines(statements: readonly Pick<Statement, 'claims'>[]): string[] {
  const claims = new Map(
    statements.flatMap((statement) => statement.claims.map((claim) => [claim.id, claim])),
  );
  const pages = Map.groupBy(claims.values(), pageOf);
  // What has no page would otherwise seem to belong to the one before it.
  const own = pages.get('') ?? [];
  pages.delete('');
  return [...linesOf(own), ...[...pages].flatMap(([page, quotes]) => [`of: ${page}`, ...linesOf(quotes)])];
}

const pageOf = ({ page }: Cited): string =>
  oneLine([page?.title, page?.date].filter((each) => each).join(', '));

const linesOf = (quotes: readonly Cited[]): string[] => quotes.map((quote) => quoteLine(quote, quotes));

/** A quote on one line, so that it can't pose as another, with the words around it that say what it is about. */
function quoteLine({ id, quote, around }: Cited, shown: readonly Cited[]): string {
  const beside = wordsAround(quote, around, shown)
    .map((words) => oneLine(words).toWellFormed())
    .filter((words) => /[\p{L}\p{N}]/u.test(words));
  const line = `[${id}] “${oneLine(quote)}”`;
  return beside.length === 0 ? line : `${line} | beside: ${beside.join(' … ')}`;
}

/**
 * What stands before a quote, and how its last sentence goes on. A sentence after it says nothing of what it means. What
 * is shown as a quote of the same page itself is named by its id: neighbours would otherwise be sent twice.
 */
function wordsAround(quote: string, around: string, shown: readonly Cited[]): readonly string[] {
  const at = around.indexOf(quote);
  if (at === -1) return [around.slice(0, 2 * AROUND)];
  const end = at + quote.length;
  const last = SENTENCES.segment(around).containing(end - 1);
  const rest = last === undefined ? '' : around.slice(end, last.index + last.segment.length);
  const until = around.slice(0, at).trimEnd();
  const neighbour = shown.find((other) => other.quote !== '' && until.endsWith(other.quote));
  // Cut anywhere, also within a character.
  const before = neighbour === undefined ? around.slice(Math.max(0, at - AROUND), at) : `[${neighbour.id}]`;
  return [before, rest.slice(0, AROUND)];
}
