import { withoutFootnotes } from '#domain/foreign-text.ts';
import { computes } from '../second-reader/computes.ts';
import type { Doubt } from '../second-reader/correct-action.ts';
import { isDoubted, type Statement, type Verdict } from '../second-reader/verdict.ts';
import type { Claim } from './claim.ts';
import { foreignNumbers, type Known, wholeDates } from './numbers-in.ts';
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

/** A line that leads over to what follows. */
const LEADS_IN = /[:：]["'”’»)\]*_~\s]*$/u;

/** Decides on sentences by the claims that they cite, and by what a second reader has said. */
export function createJudge(options: JudgeOptions): Judge {
  const { language, reading = UNREAD } = options;
  const known = new Map(options.claims.map((claim) => [claim.id, claim]));
  const given: Known = {
    texts: options.given,
    dates: wholeDates([options.today]),
    ...(options.free && { free: options.free }),
  };

  const citedBy = ({ ids }: Pick<ReadSentence, 'ids'>): Claim[] => ids.flatMap((id) => known.get(id) ?? []);

  /** What code says of it: the claims that it cites; null if there are none, or none has one of its figures. */
  function supportOf(sentence: ReadSentence, verdict: Verdict | undefined): readonly Claim[] | null {
    const claims = citedBy(sentence);
    const quotes = claims.flatMap(({ quote, page }) => [
      withoutFootnotes(quote),
      page?.title ?? '',
      page?.date ?? '',
    ]);
    const foreign = foreignNumbers(sentence.body, { ...given, texts: [...given.texts, ...quotes] });
    const isBacked =
      foreign.length === 0 ||
      (verdict?.is === 'computed' &&
        computes(
          verdict.expression,
          foreign,
          claims.map(({ quote }) => quote),
        ));
    return claims.length > 0 && isBacked ? claims : null;
  }

  function judge(sentence: ReadSentence, verdict: Verdict | undefined): Omit<Settled, 'sentence'> {
    const { ids, body, isHead } = sentence;
    // Headings and lead-ins name what follows, and that has its own sources.
    const isOwn = isHead || LEADS_IN.test(body) || foreignNumbers(body, given).length === 0;
    if (ids.length === 0 && isOwn) return { is: 'own words', claims: [] };
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
