import { withoutFootnotes } from '#domain/foreign-text.ts';
import { wordsIn } from '#server/lib/words-in.ts';
import type { Claim } from './claim.ts';
import { findForeignNumber, type Known, wholeDates } from './numbers-in.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { endOf, splitSentences } from './split-sentences.ts';

export interface CheckedText {
  /** Markdown with `[1]` for each cited source and `[?]` behind each sentence that nothing supports. */
  readonly markdown: string;
  /** Cited claims, in the order in which they are first cited. */
  readonly cited: readonly Claim[];
  /** Sources in the order of their numbers: the first is `[1]`. */
  readonly sources: readonly string[];
  /** Sentences that say something that can be checked. */
  readonly checked: number;
  /** Those that no source supports, as plain text. */
  readonly unverified: readonly string[];
}

export interface CheckOptions {
  readonly claims: readonly Claim[];
  readonly language: string;
  /** Texts whose numbers need no source: what the person has written. */
  readonly given: readonly string[];
  /** `2026-11-20`: as a date it needs no source either. */
  readonly today: string;
  /** Words whose numbers need none. */
  readonly free?: RegExp;
  /** Sources that have a number already. */
  readonly numbered?: readonly string[];
}

/** Where code begins or ends, within a list or a quotation too. Nothing that is written about sources is code. */
const FENCE = /^\s*(?:(?:>|[-*+]\s|\d{1,3}[.)]\s)\s*)*(?:`{3,}[^`]*|~{3,}.*)$/;

const IDS = /\s*\[(c\d+(?:\s*[,;]\s*c\d+)*)\]/g;

/**
 * Holds a writer's text against the claims that it cites, sentence by sentence, headings and what stands in a fence
 * among them: a fence is taken off, or it would be the place where nothing is checked. A citation stays where the claim
 * exists, speaks of the same, and has the sentence's numbers in its quotes; a sentence with numbers and without a
 * citation is marked too. What a writer cannot do here is to bring in an address, or a source that was not read.
 */
export function checkText(text: string, options: CheckOptions): CheckedText {
  const claims = new Map(options.claims.map((claim) => [claim.id, claim]));
  const cited = new Map<string, Claim>();
  const sources = [...(options.numbered ?? [])];
  const unverified: string[] = [];
  const given: Known = {
    texts: options.given,
    dates: wholeDates([options.today]),
    ...(options.free && { free: options.free }),
  };
  let checked = 0;

  const numberOf = (claim: Claim): number => {
    cited.set(claim.id, claim);
    if (!sources.includes(claim.source)) sources.push(claim.source);
    return sources.indexOf(claim.source) + 1;
  };

  const render = (sentence: string): string => {
    const { body, ids, end } = takeApart(sentence);
    const named = ids.flatMap((id) => claims.get(id) ?? []);
    const isClaim = ids.length > 0 || findForeignNumber(body, given) !== null;
    if (!isClaim) return body + end;
    checked += 1;
    const supporting = named.filter((claim) => isAbout(body, claim));
    const known = supporting.flatMap((claim) => [withoutFootnotes(claim.quote), claim.text]);
    const isSupported =
      supporting.length > 0 &&
      findForeignNumber(body, { ...given, texts: [...known, ...given.texts] }) === null;
    if (!isSupported) {
      unverified.push(
        body
          .replace(/[*_`|]/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      );
      return `${body} [?]${end}`;
    }
    const numbers = [...new Set(supporting.map(numberOf))].toSorted((a, b) => a - b);
    return `${body}${numbers.map((number) => `[${number}]`).join('')}${end}`;
  };

  const lines = plainMarkdown(text)
    .split('\n')
    .filter((line) => !FENCE.test(line))
    .map((line) => {
      // The rule under a table's head says nothing.
      if (/^[\s|:-]*$/.test(line)) return line;
      const { mark, sentences } = splitSentences(line, options.language);
      return (mark + sentences.map(render).join('')).trimEnd();
    });
  return { markdown: lines.join('\n'), cited: [...cited.values()], sources, checked, unverified };
}

/** A sentence without its ids, and its end. */
function takeApart(sentence: string): { body: string; ids: string[]; end: string } {
  const ids = [...sentence.matchAll(IDS)].flatMap((match) => (match[1] ?? '').split(/\s*[,;]\s*/));
  const bare = sentence.replace(IDS, '');
  const end = endOf(bare);
  return { body: bare.slice(0, bare.length - end.length), ids: [...new Set(ids)], end };
}

/**
 * Whether a sentence speaks of what a claim says: some of its words, by their beginnings, because languages bend the
 * ends. It catches a citation that was put behind the wrong sentence, not a lie.
 */
function isAbout(sentence: string, claim: Claim): boolean {
  const words = stemsOf(sentence);
  if (words.size === 0) return true;
  const theirs = stemsOf(`${claim.text} ${claim.quote}`);
  const shared = [...words].filter((word) => theirs.has(word)).length;
  return shared >= Math.min(2, words.size) || shared / words.size >= 0.2;
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map((word) => word.slice(0, 4)));
}
