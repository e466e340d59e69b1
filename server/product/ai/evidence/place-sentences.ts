import type { Statement } from '../second-reader/verdict.ts';
import { BOLD, plainSentence, type ReadLine, type ReadSentence } from './read-lines.ts';

/** A sentence where it stands in its text. */
export interface Placed {
  readonly sentence: ReadSentence;
  /**
   * Ids that are cited beside it: below a heading or a lead-in, up to the next heading of its own level or a higher one;
   * for others, in the smallest section around it that cites anything.
   */
  readonly beside: () => readonly string[];
  /** What stands on its line before and after it, and may be a part of the same sentence. */
  readonly before: readonly ReadSentence[];
  readonly after: readonly ReadSentence[];
}

/** Sentences that are judged one by one, and corrected as one: see `toRuns`. */
export type Run = readonly [Placed, ...Placed[]];

/** A line that leads over to what follows. */
const LEADS_IN = /[:：]["'”’»)\]*_~\s]*$/u;

/** True for a heading or a lead-in. It names what follows, and that has its own sources. */
export const isNaming = ({ isHead, body }: ReadSentence): boolean => isHead || LEADS_IN.test(body);

/** A full stop, which may be that of an abbreviation that no list has. */
const MAY_GO_ON = /\.["'”’»)\]*_~\s]*$/u;

/** As many as a sentence with its abbreviations is cut into. */
const CONTEXT = 6;

/** Places the sentences of a text, line by line. `isCitable`: the id is that of a claim. */
export function placeSentences(lines: readonly ReadLine[], isCitable: (id: string) => boolean): Run[][] {
  return lines.map(({ sentences }, at) =>
    toRuns(sentences).map(({ before, run, after }) => {
      const place = (sentence: ReadSentence, index: number): Placed => ({
        sentence,
        beside: () => idsBeside(lines, { at, sentence, isCitable }),
        before: [...before, ...run.slice(Math.max(0, index - CONTEXT), index)],
        after: [...run.slice(index + 1, index + 1 + CONTEXT), ...after],
      });
      const [first, ...others] = run;
      return [place(first, 0), ...others.map((sentence, index) => place(sentence, index + 1))];
    }),
  );
}

interface RawRun {
  readonly before: readonly ReadSentence[];
  readonly run: readonly [ReadSentence, ...ReadSentence[]];
  readonly after: readonly ReadSentence[];
}

/**
 * What stands before a citation in a line, since the last one, is a run: where an abbreviation ends in a full stop,
 * it may all be one sentence. What follows the last citation is a run each, beside the others and that citation's sentence.
 */
function toRuns(sentences: readonly ReadSentence[]): RawRun[] {
  const runs: RawRun[] = [];
  let open: ReadSentence[] = [];
  let last: ReadSentence[] = [];
  const closeEach = (): void => {
    for (const [at, one] of open.entries())
      runs.push({
        before: [...last, ...open.slice(Math.max(0, at - CONTEXT), at)],
        run: [one],
        after: open.slice(at + 1, at + 1 + CONTEXT),
      });
    open = [];
  };
  for (const sentence of sentences) {
    const goesOn = sentence.computed !== null && MAY_GO_ON.test(sentence.body);
    if (sentence.ids.length > 0 && sentence.computed !== null) {
      const [first, ...others] = [...open, sentence];
      runs.push({ before: [], run: [first, ...others], after: [] });
      open = [];
      last = goesOn ? [sentence] : [];
    } else {
      open.push(sentence);
      if (goesOn) continue;
      closeEach();
      last = [];
    }
  }
  closeEach();
  return runs;
}

interface Beside {
  readonly at: number;
  readonly sentence: ReadSentence;
  readonly isCitable: (id: string) => boolean;
}

function idsBeside(lines: readonly ReadLine[], { at, sentence, isCitable }: Beside): readonly string[] {
  if (isNaming(sentence)) return citedIn(sectionOf(lines, at), isCitable);
  let level = BOLD + 1;
  for (let above = at - 1; above >= 0; above -= 1) {
    const heading = lines[above]?.level ?? null;
    if (heading === null || heading >= level) continue;
    level = heading;
    const ids = citedIn(sectionOf(lines, above), isCitable);
    if (ids.length > 0) return ids;
  }
  return citedIn(lines, isCitable);
}

/** The lines below a heading or lead-in. */
function sectionOf(lines: readonly ReadLine[], at: number): readonly ReadLine[] {
  const level = lines[at]?.level ?? null;
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => line.level !== null && (level === null || line.level <= level));
  return end === -1 ? after : after.slice(0, end);
}

const citedIn = (lines: readonly ReadLine[], isCitable: (id: string) => boolean): readonly string[] => [
  ...new Set(lines.flatMap(({ sentences }) => sentences.flatMap(({ ids }) => ids)).filter(isCitable)),
];

/** Sentences as plain text, but for those that can't be shown. */
export const plainOf = (sentences: readonly ReadSentence[]): string =>
  sentences
    .filter(({ computed }) => computed !== null)
    .map(({ body }) => plainSentence(body))
    .join(' ');

/** What stands around a statement, where anything does. */
export const withoutEmpty = ({ before, after }: Pick<Statement, 'before' | 'after'>) => ({
  ...(before && { before }),
  ...(after && { after }),
});
