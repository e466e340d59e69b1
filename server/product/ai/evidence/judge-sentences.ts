import type { Doubt } from '../second-reader/correct-action.ts';
import { isDoubted, type Statement, type Verdict } from '../second-reader/verdict.ts';
import { backsFigures } from './backs-figures.ts';
import type { Claim } from './claim.ts';
import { figuresIn } from './figures.ts';
import { fillFigures } from './fill-figures.ts';
import { needsSource, stemsOf } from './needs-source.ts';
import { foreignNumbers, type Known, wholeDates } from './numbers-in.ts';
import { isNaming, type Placed, placeSentences, plainOf, type Run, withoutEmpty } from './place-sentences.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { parseSentence, plainSentence, type ReadLine, type ReadSentence, readLines } from './read-lines.ts';
import { splitSentences } from './split-sentences.ts';

export interface JudgeOptions {
  readonly claims: readonly Claim[];
  readonly language: string;
  /** The person's own texts, whose numbers need no source. */
  readonly given: readonly string[];
  /** `2026-11-20`; as a date it needs no source either. */
  readonly today: string;
  /** Points that stayed open: a sentence that reports one needs no source. */
  readonly open?: readonly string[];
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

type Said = Omit<Settled, 'sentence'>;

/** What is shown of a sentence. `claims`: those that it may be shown with. */
export interface Settled {
  /** Null: it was cut. */
  readonly sentence: ReadSentence | null;
  /** `own words`: it states nothing that could be checked. `not computed`: it names a figure that code can't compute. */
  readonly is: 'own words' | 'supported' | 'unverified' | 'not computed';
  readonly claims: readonly Claim[];
}

export interface SettledLine extends Pick<ReadLine, 'mark'> {
  readonly sentences: readonly Settled[];
}

export interface Judge {
  readonly lines: (text: string) => readonly ReadLine[];
  readonly settled: (text: string) => readonly SettledLine[];
  /** Sentences for a second reader: all that cite something, and all with figures or a statement of their own beside what is cited around them. */
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

/** Quotes that a sentence without a citation is read beside: those with figures of it first, then those with its words. */
const MOST_BESIDE = 12;

/** Claims in the order of what their quotes share with a sentence: figures, then words. */
function nearest(body: string, claims: readonly Claim[]): Claim[] {
  const figures = new Set(figuresIn(body).flatMap(({ values }) => values));
  const stems = stemsOf(body);
  const hasFigure = ({ quote }: Claim): boolean =>
    figuresIn(quote).some(({ values }) => values.some((value) => figures.has(value)));
  return claims
    .map((claim) => ({
      claim,
      figures: Number(hasFigure(claim)),
      words: [...stemsOf(claim.quote)].filter((stem) => stems.has(stem)).length,
    }))
    .toSorted((a, b) => b.figures - a.figures || b.words - a.words)
    .map(({ claim }) => claim);
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

  const claimsOf = (ids: readonly string[]): Claim[] => ids.flatMap((id) => known.get(id) ?? []);

  /** What it cites, or what is cited around it. */
  function claimsBeside({ sentence, beside }: Placed): Claim[] {
    if (sentence.ids.length > 0) return claimsOf(sentence.ids);
    const claims = claimsOf(beside());
    if (isNaming(sentence)) return claims;
    return claims.length <= MOST_BESIDE ? claims : nearest(sentence.body, claims).slice(0, MOST_BESIDE);
  }

  const hasFigures = ({ body }: ReadSentence): boolean => foreignNumbers(body, given).length > 0;
  const isStatement = (sentence: ReadSentence): boolean =>
    sentence.ids.length > 0 ||
    hasFigures(sentence) ||
    (!isNaming(sentence) && needsSource(sentence.body, { language, open: options.open ?? [] }));

  function judge(placed: Placed, verdict: Verdict | undefined): Said {
    const { sentence } = placed;
    if (sentence.computed === null) return { is: 'not computed', claims: [] };
    if (sentence.ids.length > 0) {
      const claims = claimsOf(sentence.ids);
      const holds = claims.length > 0 && backsFigures(sentence, { claims, given, verdict });
      return { is: holds && !isDoubted(verdict) ? 'supported' : 'unverified', claims: holds ? claims : [] };
    }
    return { is: isFree(placed, verdict) ? 'own words' : 'unverified', claims: [] };
  }

  /** True if a sentence needs no citation. */
  function isFree(placed: Placed, verdict: Verdict | undefined): boolean {
    const { sentence } = placed;
    // Whether the figures of a heading are those of what follows, or count it, only a second reader can tell.
    if (isNaming(sentence)) return !isDoubted(verdict);
    if (verdict?.is === 'no_claim') return true;
    // Code has nothing against it: its reader sees how many of these there are.
    if (!hasFigures(sentence)) return !isDoubted(verdict);
    if (verdict === undefined || isDoubted(verdict)) return false;
    return backsFigures(sentence, { claims: claimsBeside(placed), given, verdict });
  }

  /** As corrected, in place of a whole run; null if there is no usable correction. */
  function correctedFrom(run: Run): ReadSentence | 'cut' | null {
    const { sentence } = run.at(-1) ?? run[0];
    const text = reading.corrections?.get(sentence.id);
    if (text === undefined) return null;
    // Its mark stays that of the line.
    const filler = fillFigures(known, language);
    const plain = plainMarkdown(filler.hold(text.replace(/^\s*#+\s*/, '')).replace(/[{}]/g, ''));
    const { body, ids, end, computed } = filler.fill(parseSentence(plain));
    if (body.trim() === '') return 'cut';
    if (computed === null) return null;
    const isRow = sentence.body.startsWith('|');
    if (isRow !== body.startsWith('|')) return null;
    const cited = claimsOf(ids).map(({ id }) => id);
    const again = { ...sentence, body, computed, end: isRow ? end : sentence.end };
    const isBare = sentence.ids.length === 0 && isNaming(again);
    return isBare || cited.length === 0 ? again : { ...again, ids: cited };
  }

  const first = (placed: Placed): Said => judge(placed, reading.verdicts.get(placed.sentence.id));

  const lines = (text: string): readonly ReadLine[] => {
    const filler = fillFigures(known, language);
    return readLines(filler.hold(text), language).map((line) => ({
      ...line,
      sentences: line.sentences.map(filler.fill),
    }));
  };
  const runsOf = (read: readonly ReadLine[]): Run[][] => placeSentences(read, (id) => known.has(id));
  const runsIn = (text: string): Run[] => runsOf(lines(text)).flat();

  const toStatement = (placed: Placed): Statement[] => {
    const { sentence, before, after } = placed;
    const claims = claimsBeside(placed);
    const around = withoutEmpty({ before: plainOf(before), after: plainOf(after) });
    const text = plainSentence(sentence.body);
    return claims.length === 0 ? [] : [{ id: sentence.id, text, ...around, claims }];
  };

  /** A corrected run: its last sentence, after what was said before it. */
  const toCorrected = (run: Run, corrected: ReadSentence): Statement[] => {
    const last = run.at(-1) ?? run[0];
    const { sentences } = splitSentences(corrected.body, language);
    const before = plainSentence(sentences.slice(0, -1).join(''));
    const text = plainSentence(sentences.at(-1) ?? corrected.body);
    return toStatement({ ...last, sentence: corrected, before: [], after: [] }).map((statement) =>
      run.length > 1 && before !== '' ? { ...statement, text, before } : statement,
    );
  };

  function settle(run: Run): readonly Settled[] {
    const settled = run.map((placed): Settled => {
      const said = first(placed);
      return { sentence: said.is === 'not computed' ? null : placed.sentence, ...said };
    });
    if (settled.every(({ is }) => is !== 'unverified')) return settled;
    const corrected = correctedFrom(run);
    const gone: Settled[] = run.map(() => ({ sentence: null, is: 'own words', claims: [] }));
    if (corrected === 'cut') return mayCut(reading) ? gone : settled;
    const last = run.at(-1) ?? run[0];
    const verdict = reading.again.get(last.sentence.id);
    if (corrected === null || verdict === undefined || isDoubted(verdict)) return settled;
    const again = judge({ ...last, sentence: corrected }, verdict);
    return again.is === 'unverified' ? settled : [...gone.slice(1), { sentence: corrected, ...again }];
  }

  /** What is wrong with a run after the first reading. */
  function doubtOf(run: Run): Doubt[] {
    const wrong = run.filter(
      (placed) => reading.verdicts.has(placed.sentence.id) && first(placed).is === 'unverified',
    );
    const [one] = wrong;
    if (one === undefined) return [];
    const verdict = reading.verdicts.get(one.sentence.id)?.is;
    const why = verdict === 'contradicted' || verdict === 'not_said' ? verdict : 'figure';
    const last = run.at(-1) ?? run[0];
    const from = run.indexOf(one);
    const to = run.findLastIndex((placed) => wrong.includes(placed)) + 1;
    const [before, text, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)].map((part) =>
      plainOf(part.map(({ sentence }) => sentence)),
    );
    const claims = [...new Set([...wrong, last].flatMap(claimsBeside))];
    const statement = { id: last.sentence.id, text: text ?? '', ...withoutEmpty({ before, after }), claims };
    return [{ statement, why }];
  }

  return {
    lines,
    settled(text) {
      const read = lines(text);
      return runsOf(read).map((runs, at) => ({
        mark: read[at]?.mark ?? '',
        sentences: runs.flatMap(settle),
      }));
    },
    statements: (text) =>
      runsIn(text)
        .flat()
        .filter(({ sentence }) => isStatement(sentence))
        .flatMap(toStatement),
    doubts: (text) => runsIn(text).flatMap(doubtOf),
    corrected: (text) =>
      runsIn(text).flatMap((run) => {
        if (run.every((placed) => first(placed).is !== 'unverified')) return [];
        const corrected = correctedFrom(run);
        return corrected === null || corrected === 'cut' ? [] : toCorrected(run, corrected);
      }),
  };
}
