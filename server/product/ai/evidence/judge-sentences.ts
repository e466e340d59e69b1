import { withoutFootnotes } from '#domain/foreign-text.ts';
import { computes } from '../second-reader/computes.ts';
import type { Doubt } from '../second-reader/correct-action.ts';
import { isDoubted, type Statement, type Verdict } from '../second-reader/verdict.ts';
import type { Claim } from './claim.ts';
import { fillFigures } from './fill-figures.ts';
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
  /** `own words`: it states nothing that could be checked. `not computed`: it names a figure that code can't compute. */
  readonly is: 'own words' | 'supported' | 'unverified' | 'not computed';
  readonly claims: readonly Claim[];
}

export interface Judge {
  readonly lines: (text: string) => readonly ReadLine[];
  readonly settle: (sentence: ReadSentence) => Settled;
  /** Sentences for a second reader: all that cite something, and headings with figures beside what is cited below them. */
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

/** True for a heading or a lead-in. It names what follows, and that has its own sources. */
const isNaming = ({ isHead, body }: ReadSentence): boolean => isHead || LEADS_IN.test(body);

/** A sentence with the ids that are cited below it, up to the next heading of its own level or a higher one. */
interface Placed {
  readonly sentence: ReadSentence;
  readonly below: readonly string[];
}

function placeSentences(lines: readonly ReadLine[]): Placed[] {
  return lines.flatMap(({ sentences, level }, at) => {
    if (!sentences.some(isNaming)) return sentences.map((sentence) => ({ sentence, below: [] }));
    const after = lines.slice(at + 1);
    const end = after.findIndex((line) => line.level !== null && (level === null || line.level <= level));
    const section = end === -1 ? after : after.slice(0, end);
    const ids = section.flatMap((line) => line.sentences.flatMap((sentence) => sentence.ids));
    const below = [...new Set(ids)];
    return sentences.map((sentence) => ({ sentence, below }));
  });
}

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
    const texts = [...given.texts, ...quotes, ...(sentence.computed ?? [])];
    const foreign = foreignNumbers(sentence.body, { ...given, texts });
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

  const isStatement = ({ ids, body }: ReadSentence): boolean =>
    ids.length > 0 || foreignNumbers(body, given).length > 0;

  function judge(sentence: ReadSentence, verdict: Verdict | undefined): Omit<Settled, 'sentence'> {
    if (sentence.computed === null) return { is: 'not computed', claims: [] };
    // Whether the figures of a heading are those of what follows, or count it, only a second reader can tell.
    if (sentence.ids.length === 0 && isNaming(sentence))
      return { is: isDoubted(verdict) ? 'unverified' : 'own words', claims: [] };
    if (!isStatement(sentence)) return { is: 'own words', claims: [] };
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
    // Its mark stays that of the line.
    const filler = fillFigures(known, language);
    const plain = plainMarkdown(filler.hold(text.replace(/^\s*#+\s*/, '')));
    const { body, ids, end, computed } = filler.fill(parseSentence(plain));
    if (body.trim() === '') return 'cut';
    if (computed === null) return null;
    const isRow = sentence.body.startsWith('|');
    if (isRow !== body.startsWith('|')) return null;
    const cited = citedBy({ ids }).map(({ id }) => id);
    const again = { ...sentence, body, computed, end: isRow ? end : sentence.end };
    const isBare = sentence.ids.length === 0 && isNaming(again);
    return isBare || cited.length === 0 ? again : { ...again, ids: cited };
  }

  const first = (sentence: ReadSentence) => judge(sentence, reading.verdicts.get(sentence.id));

  const lines = (text: string): readonly ReadLine[] => {
    const filler = fillFigures(known, language);
    return readLines(filler.hold(text), language).map((line) => ({
      ...line,
      sentences: line.sentences.map(filler.fill),
    }));
  };
  const placed = (text: string): Placed[] => placeSentences(lines(text));

  /** Beside what it cites, or what is cited below a heading. */
  const toStatement = ({ sentence, below }: Placed): Statement[] => {
    const { id, body, ids } = sentence;
    const claims = citedBy(ids.length === 0 && isNaming(sentence) ? { ids: below } : sentence);
    return claims.length === 0 ? [] : [{ id, text: plainSentence(body), claims }];
  };

  return {
    lines,
    settle(sentence) {
      const settled = { sentence, ...first(sentence) };
      if (settled.is === 'not computed') return { ...settled, sentence: null };
      if (settled.is !== 'unverified') return settled;
      const corrected = correctedFrom(sentence);
      if (corrected === 'cut') return mayCut(reading) ? { ...settled, sentence: null, claims: [] } : settled;
      const verdict = reading.again.get(sentence.id);
      if (corrected === null || verdict === undefined) return settled;
      const again = judge(corrected, verdict);
      return again.is === 'unverified' ? settled : { sentence: corrected, ...again };
    },
    statements: (text) =>
      placed(text)
        .filter(({ sentence }) => isStatement(sentence))
        .flatMap(toStatement),
    doubts: (text) =>
      placed(text).flatMap((place) => {
        const { sentence } = place;
        const verdict = reading.verdicts.get(sentence.id);
        const why = verdict?.is === 'contradicted' || verdict?.is === 'not_said' ? verdict.is : 'figure';
        const isWrong = verdict !== undefined && first(sentence).is === 'unverified';
        return isWrong ? toStatement(place).map((statement) => ({ statement, why })) : [];
      }),
    corrected: (text) =>
      placed(text).flatMap(({ sentence, below }) => {
        const corrected = first(sentence).is === 'unverified' ? correctedFrom(sentence) : null;
        return corrected === null || corrected === 'cut' ? [] : toStatement({ sentence: corrected, below });
      }),
  };
}
