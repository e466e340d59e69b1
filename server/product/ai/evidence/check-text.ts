import { withoutFootnotes } from '#domain/foreign-text.ts';
import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { type Claim, languageOf, saidOf } from './claim.ts';
import { contradicts } from './contradicts.ts';
import { sharesContent } from './guess-language.ts';
import { findForeignName } from './names-in.ts';
import { needsSource, stemsOf } from './needs-source.ts';
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
  /** How many sentences of the body neither cite nor count anything: the writer's own words, which nobody has checked. */
  readonly unsourced: number;
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
  /** What stayed open: a sentence that says so needs no source. */
  readonly open?: readonly string[];
}

/** Where code begins or ends, within a list or a quotation too. Nothing that is written about sources is code. */
const FENCE = /^\s*(?:(?:>|[-*+]\s|\d{1,3}[.)]\s)\s*)*(?:`{3,}[^`]*|~{3,}.*)$/;

/** The rule under a table's head, or an empty line: it says nothing. */
const RULE = /^[\s|:-]*$/;

/** A heading's mark, or that of an item that is one. */
const HEADING = /#\s*$/;

/** In the time that the present year can be mistaken for, and no number of things with a mark in it. */
const YEAR = /(?<![\d.,])(?:19|20)\d{2}(?![\d]|[.,]\d)/;

const IDS = /\s*\[(c\d+(?:\s*[,;]\s*c\d+)*)\]/g;

/**
 * Holds a writer's text against the claims that it cites, sentence by sentence, headings and what stands in a fence
 * among them: a fence is taken off, or it would be the place where nothing is checked. A citation stays where the claim
 * exists, speaks of the same, has the sentence's numbers and names in its quotes, and is not turned round by it; a sentence with numbers and
 * without a citation is marked too. What a writer cannot do here is to bring in an address, or a source that was not read.
 */
export function checkText(text: string, options: CheckOptions): CheckedText {
  const claims = new Map(options.claims.map((claim) => [claim.id, claim]));
  const cited = new Map<string, Claim>();
  const sources = [...(options.numbered ?? [])];
  const unverified: string[] = [];
  const { language } = options;
  const given: Known = {
    texts: [],
    quotes: options.given.map((text) => ({ quote: text, around: '' })),
    dates: wholeDates([options.today]),
    language,
    ...(options.free && { free: options.free }),
  };
  let checked = 0;
  let unsourced = 0;
  const stating = { language, open: options.open ?? [] };

  const numberOf = (claim: Claim): number => {
    cited.set(claim.id, claim);
    if (!sources.includes(claim.source)) sources.push(claim.source);
    return sources.indexOf(claim.source) + 1;
  };

  const render = (sentence: string, isHead: boolean): string => {
    const { body, ids, end } = takeApart(sentence);
    const named = ids.flatMap((id) => claims.get(id) ?? []);
    const isClaim = ids.length > 0 || findForeignNumber(body, given) !== null;
    if (!isClaim) {
      if (!isHead && needsSource(body, stating)) unsourced += 1;
      return body + end;
    }
    checked += 1;
    const supporting = named.filter((claim) => isAbout(body, claim, language));
    const isSupported =
      supporting.length > 0 &&
      hasNumbers(body, supporting, given) &&
      hasNames(body, supporting, options) &&
      !contradicts({ text: body, language }, supporting.map(saidOf));
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
    .map((line, at, all) => {
      if (RULE.test(line)) return line;
      const { mark, sentences } = splitSentences(line, options.language);
      const isHead = HEADING.test(mark) || isUnderlined(all[at + 1]);
      return (mark + sentences.map((sentence) => render(sentence, isHead)).join('')).trimEnd();
    });
  return { markdown: lines.join('\n'), cited: [...cited.values()], sources, checked, unverified, unsourced };
}

/** The head of a table or a heading, by the line below it. */
const isUnderlined = (below = ''): boolean => /^\s*(?:\|?\s*:?-[\s|:-]*|={2,}\s*)$/.test(below);

/** A sentence without its ids, and its end. */
function takeApart(sentence: string): { body: string; ids: string[]; end: string } {
  const ids = [...sentence.matchAll(IDS)].flatMap((match) => (match[1] ?? '').split(/\s*[,;]\s*/));
  const bare = sentence.replace(IDS, '');
  const end = endOf(bare);
  return { body: bare.slice(0, bare.length - end.length), ids: [...new Set(ids)], end };
}

/**
 * Whether a sentence speaks of what a claim says: some of its words, by their beginnings, because languages bend the
 * ends, and one at least that its quote has too, unless that is in another language. It catches a citation that was
 * put behind the wrong sentence, not a lie.
 */
function isAbout(sentence: string, claim: Claim, language: string): boolean {
  const words = stemsOf(sentence);
  if (words.size === 0) return true;
  const said = `${withoutFootnotes(claim.quote)} ${claim.page?.title ?? ''}`;
  if (languageOf(claim) === language && !sharesContent(sentence, said, language)) return false;
  const theirs = stemsOf(`${claim.text} ${said}`);
  const shared = [...words].filter((word) => theirs.has(word)).length;
  return shared >= Math.min(2, words.size) || shared / words.size >= 0.2;
}

/** Whether each of its numbers stands in one of the quotes, or above or beside them. */
function hasNumbers(sentence: string, claims: readonly Claim[], given: Known): boolean {
  const days = wholeDates(claims.map(({ page }) => page?.date ?? ''));
  // Where a quote says of which year it speaks, the present one is not as good.
  const ofToday = claims.some(({ quote }) => YEAR.test(asciiDigits(quote))) ? [] : (given.dates?.years ?? []);
  return (
    findForeignNumber(sentence, {
      ...given,
      quotes: [...claims, ...(given.quotes ?? [])],
      texts: claims.map(({ page }) => page?.title ?? ''),
      dates: {
        readings: [...(given.dates?.readings ?? []), ...days.readings],
        years: new Set([...ofToday, ...days.years]),
      },
    }) === null
  );
}

/** The same of its names. Those of a translation are as its reader has written them. */
function hasNames(
  sentence: string,
  claims: readonly Claim[],
  { language, given }: Pick<CheckOptions, 'language' | 'given'>,
): boolean {
  const texts = claims.flatMap((claim) => [
    claim.quote,
    claim.page?.title ?? '',
    ...(languageOf(claim) === language ? [] : [claim.text]),
  ]);
  return (
    findForeignName(sentence, { language, texts, around: claims.map(({ around }) => around), given }) === null
  );
}
