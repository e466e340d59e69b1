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
  return [
    ...own.map(quoteLine),
    ...[...pages].flatMap(([page, quotes]) => [`of: ${page}`, ...quotes.map(quoteLine)]),
  ];
}

const pageOf = ({ page }: Cited): string =>
  oneLine([page?.title, page?.date].filter((each) => each).join(', '));

/** A quote on one line, so that it can't pose as another, with the words around it that say what it is about. */
function quoteLine({ id, quote, around }: Cited): string {
  // Cut anywhere, also within a character.
  const beside = wordsAround(quote, around)
    .map((words) => oneLine(words).toWellFormed())
    .filter((words) => /[\p{L}\p{N}]/u.test(words));
  const line = `[${id}] “${oneLine(quote)}”`;
  return beside.length === 0 ? line : `${line} | beside: ${beside.join(' … ')}`;
}

/** What stands before a quote, and how its last sentence goes on. A sentence after it says nothing of what it means. */
function wordsAround(quote: string, around: string): readonly string[] {
  const at = around.indexOf(quote);
  if (at === -1) return [around.slice(0, 2 * AROUND)];
  const end = at + quote.length;
  const last = SENTENCES.segment(around).containing(end - 1);
  const rest = last === undefined ? '' : around.slice(end, last.index + last.segment.length);
  return [around.slice(Math.max(0, at - AROUND), at), rest.slice(0, AROUND)];
}
