import { withoutFootnotes } from '#domain/foreign-text.ts';
import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { computes } from '../second-reader/computes.ts';
import type { Doubt } from '../second-reader/correct-action.ts';
import { isDoubted, type Statement, type Verdict } from '../second-reader/verdict.ts';
import { type Claim, languageOf, saidOf } from './claim.ts';
import { contradicts } from './contradicts.ts';
import { figuresIn } from './figures.ts';
import { sharesContent } from './guess-language.ts';
import { findForeignName } from './names-in.ts';
import { stemsOf } from './needs-source.ts';
import { findForeignNumber, type Known, wholeDates } from './numbers-in.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { parseSentence, plainSentence, type ReadLine, type ReadSentence, readLines } from './read-lines.ts';

export interface JudgeOptions {
  readonly claims: readonly Claim[];
  readonly language: string;
  /** The person's own texts, whose numbers need no source. */
  readonly given: readonly string[];
  /** `2026-11-20`; as a date it needs no source either. */
  readonly today: string;
  /** Phrases whose numbers need no source. */
  readonly free?: RegExp;
  /** What a second reader has said so far. Omitted: nobody has read the text. */
  readonly reading?: Reading;
}

/** What a second reader has said of a text, and what became of it. */
export interface Reading {
  /** Verdicts on the sentences as they were written first, by id. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Doubted sentences as their writer has corrected them; empty ones are cut. Null: not asked yet. */
  readonly corrections: ReadonlyMap<string, string> | null;
  /** Verdicts on the corrected ones. */
  readonly again: ReadonlyMap<string, Verdict>;
}

/** What is shown of a sentence. `claims`: those that it may be shown with. */
export interface Settled {
  /** Null: it was cut. */
  readonly sentence: ReadSentence | null;
  /** `own words`: it states nothing that could be checked. */
  readonly is: 'own words' | 'supported' | 'unverified';
  readonly claims: readonly Claim[];
}

export interface Judge {
  readonly lines: (text: string) => readonly ReadLine[];
  readonly settle: (sentence: ReadSentence) => Settled;
  /** Sentences for a second reader: all that cite something. */
  readonly statements: (text: string) => Statement[];
  /** Sentences to correct, after the first reading. */
  readonly doubts: (text: string) => Doubt[];
  /** Corrected sentences, for the second reading. */
  readonly corrected: (text: string) => Statement[];
}

const UNREAD: Reading = { verdicts: new Map(), corrections: null, again: new Map() };

/** Largest part of the statements that may be cut. More, and the readers disagree on the text as a whole. */
const MOST_CUT = 0.5;

/** True if what the writer gives up may be cut: what would leave too little is marked instead. */
export function mayCut({ corrections, verdicts }: Reading): boolean {
  const cuts = [...(corrections ?? [])].filter(([, text]) => text === '').length;
  return cuts <= verdicts.size * MOST_CUT;
}

/** A year that could be confused with the present one, not a number with a decimal mark. */
const YEAR = /(?<![\d.,])(?:19|20)\d{2}(?![\d]|[.,]\d)/;

/** Decides on sentences by the claims that they cite, and by what a second reader has said. */
export function createJudge(options: JudgeOptions): Judge {
  const { language, reading = UNREAD } = options;
  const known = new Map(options.claims.map((claim) => [claim.id, claim]));
  const given: Known = {
    texts: [],
    quotes: options.given.map((text) => ({ quote: text, around: '' })),
    dates: wholeDates([options.today]),
    language,
    ...(options.free && { free: options.free }),
  };

  const citedBy = ({ ids }: Pick<ReadSentence, 'ids'>): Claim[] => ids.flatMap((id) => known.get(id) ?? []);

  /** What code says of it: the claims that it may cite; null if it fails. */
  function supportOf(
    sentence: Pick<ReadSentence, 'body' | 'ids'>,
    verdict?: Verdict,
  ): readonly Claim[] | null {
    const { body } = sentence;
    const claims = citedBy(sentence).filter((claim) => isAbout(body, claim, language));
    const isComputed = verdict?.is === 'computed' && computesAll(body, claims, verdict.expression);
    const isSupported =
      claims.length > 0 &&
      (isComputed || hasNumbers(body, claims, given)) &&
      hasNames(body, claims, options) &&
      !contradicts({ text: body, language }, claims.map(saidOf));
    return isSupported ? claims : null;
  }

  function computesAll(body: string, claims: readonly Claim[], expression: string): boolean {
    const quotes = claims.map(({ quote }) => quote);
    const said = new Set([...quotes, ...options.given].flatMap(figuresIn).flatMap(({ values }) => values));
    const foreign = figuresIn(body).filter(({ values }) => !values.some((value) => said.has(value)));
    return computes(expression, foreign, quotes);
  }

  function judge(sentence: ReadSentence, verdict: Verdict | undefined): Omit<Settled, 'sentence'> {
    const isClaim = sentence.ids.length > 0 || findForeignNumber(sentence.body, given) !== null;
    if (!isClaim) return { is: 'own words', claims: [] };
    const claims = supportOf(sentence, verdict);
    return {
      is: claims === null || isDoubted(verdict) ? 'unverified' : 'supported',
      claims: claims ?? [],
    };
  }

  /** As corrected; null if there is no usable correction. */
  function correctedFrom(sentence: ReadSentence): ReadSentence | 'cut' | null {
    const text = reading.corrections?.get(sentence.id);
    if (text === undefined) return null;
    const { body, ids, end } = parseSentence(plainMarkdown(text));
    if (body.trim() === '') return 'cut';
    const isRow = sentence.body.startsWith('|');
    if (isRow !== body.startsWith('|')) return null;
    const cited = citedBy({ ids }).map(({ id }) => id);
    return {
      ...sentence,
      body,
      ids: cited.length > 0 ? cited : sentence.ids,
      end: isRow ? end : sentence.end,
    };
  }

  const first = (sentence: ReadSentence) => judge(sentence, reading.verdicts.get(sentence.id));

  const lines = (text: string): readonly ReadLine[] => readLines(text, language);
  const sentences = (text: string): ReadSentence[] => lines(text).flatMap((line) => line.sentences);
  const toStatement = (sentence: ReadSentence): Statement[] => {
    const claims = citedBy(sentence);
    return claims.length === 0 ? [] : [{ id: sentence.id, text: plainSentence(sentence.body), claims }];
  };

  return {
    lines,
    settle(sentence) {
      const settled = { sentence, ...first(sentence) };
      if (settled.is !== 'unverified') return settled;
      const corrected = correctedFrom(sentence);
      if (corrected === 'cut') return mayCut(reading) ? { ...settled, sentence: null, claims: [] } : settled;
      const verdict = reading.again.get(sentence.id);
      if (corrected === null || verdict === undefined) return settled;
      const again = judge(corrected, verdict);
      return again.is === 'supported' ? { sentence: corrected, ...again } : settled;
    },
    statements: (text) => sentences(text).flatMap(toStatement),
    doubts: (text) =>
      sentences(text).flatMap((sentence) => {
        const verdict = reading.verdicts.get(sentence.id);
        const why = verdict?.is === 'contradicted' || verdict?.is === 'not_said' ? verdict.is : 'figure';
        const isWrong = verdict !== undefined && first(sentence).is === 'unverified';
        return isWrong ? toStatement(sentence).map((statement) => ({ statement, why })) : [];
      }),
    corrected: (text) =>
      sentences(text).flatMap((sentence) => {
        const corrected = first(sentence).is === 'unverified' ? correctedFrom(sentence) : null;
        return corrected === null || corrected === 'cut' ? [] : toStatement(corrected);
      }),
  };
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
  { language, given }: Pick<JudgeOptions, 'language' | 'given'>,
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
