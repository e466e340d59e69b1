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
  /** Markdown with `[1]` for each cited source and `[?]` after each unsupported sentence. */
  readonly markdown: string;
  /** Cited claims, in the order of first citation. */
  readonly cited: readonly Claim[];
  /** Sources by number: the first is `[1]`. */
  readonly sources: readonly string[];
  /** Number of verifiable sentences. */
  readonly checked: number;
  /** Unsupported sentences as plain text. */
  readonly unverified: readonly string[];
  /**
   * Number of sentences in the body without citation or number: the writer's own words, which nobody has
   * checked.
   */
  readonly unsourced: number;
}

export interface CheckOptions {
  readonly claims: readonly Claim[];
  readonly language: string;
  /** The person's own texts, whose numbers need no source. */
  readonly given: readonly string[];
  /** `2026-11-20`; as a date it needs no source either. */
  readonly today: string;
  /** Phrases whose numbers need no source. */
  readonly free?: RegExp;
  /** Sources that are numbered already. */
  readonly numbered?: readonly string[];
  /** Open points: a sentence that reports one needs no source. */
  readonly open?: readonly string[];
}

/** Start or end of a code block, also within a list or quotation. Text about sources contains no code. */
const FENCE = /^\s*(?:(?:>|[-*+]\s|\d{1,3}[.)]\s)\s*)*(?:`{3,}[^`]*|~{3,}.*)$/;

/** The delimiter row of a table, or an empty line. */
const RULE = /^[\s|:-]*$/;

/** A heading's mark, also within a list item. */
const HEADING = /#\s*$/;

/** A year that could be confused with the present one, not a number with a decimal mark. */
const YEAR = /(?<![\d.,])(?:19|20)\d{2}(?![\d]|[.,]\d)/;

const IDS = /\s*\[(c\d+(?:\s*[,;]\s*c\d+)*)\]/g;

/**
 * Verifies a writer's text against the claims that it cites, sentence by sentence, including headings and
 * fenced text: fences are removed, or they would escape the check. A citation is kept if the claim exists, is
 * on the same subject, has the sentence's numbers and names in its quotes, and isn't contradicted; a sentence
 * with numbers but no citation is marked, too. A writer can't introduce an address, or a source that wasn't
 * read.
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
    const { body, ids, end } = parseSentence(sentence);
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

/** True for a heading or a table's header, judged by the line below. */
const isUnderlined = (below = ''): boolean => /^\s*(?:\|?\s*:?-[\s|:-]*|={2,}\s*)$/.test(below);

/** Splits a sentence into its text, claim ids, and trailing characters. */
function parseSentence(sentence: string): { body: string; ids: string[]; end: string } {
  const ids = [...sentence.matchAll(IDS)].flatMap((match) => (match[1] ?? '').split(/\s*[,;]\s*/));
  const bare = sentence.replace(IDS, '');
  const end = endOf(bare);
  return { body: bare.slice(0, bare.length - end.length), ids: [...new Set(ids)], end };
}

/**
 * True if a sentence is about a claim: they share some stems, since languages inflect, and at least one with
 * the quote, unless that is in another language. Detects a citation on the wrong sentence, not a lie.
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

/** True if each number of the sentence is in one of the quotes, or above or beside them. */
function hasNumbers(sentence: string, claims: readonly Claim[], given: Known): boolean {
  const days = wholeDates(claims.map(({ page }) => page?.date ?? ''));
  // If a quote states its year, the present one is no substitute.
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

/** Likewise for names. A translated claim counts with its reader's spelling of names. */
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
