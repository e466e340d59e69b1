import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { ownWords } from '../prompts/own-words.ts';
import type { ToolInput } from '../tool.ts';

/** A door code, account or phone number, but not a year or a small number. */
const CODE = /^(?!(?:19|20)\d\d$)(?=(?:\D*\d){4})/;
const YEAR = /^(?:19|20)\d\d$/;

/** Groups of one number: an account number has six, a phone number at most eight. */
const GROUPS_MAX = 8;

const partsOf = (text: string): string[] =>
  asciiDigits(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Digits of a number without separators, and the ranges of its groups in the text. */
interface DigitRun {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

/**
 * All numbers that adjacent groups can form: 85,000 is 85, 000 and 85000; 12-34-56 is 123456 and all its pairs.
 * It is unknown which is meant, so all that could be codes are returned.
 */
function digitRunsOf(text: string): DigitRun[] {
  const groups = [...asciiDigits(text).matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    digits,
    from: index,
    to: index + digits.length,
  }));
  return groups.flatMap(({ from }, first) => {
    const runs: DigitRun[] = [];
    let digits = '';
    let areYears = true;
    let end = from;
    for (const group of groups.slice(first, first + GROUPS_MAX)) {
      const between = text.slice(end, group.from);
      if (between.length > 3 || /[\p{L}\p{N}]/u.test(between)) break;
      digits += group.digits;
      end = group.to;
      areYears &&= YEAR.test(group.digits);
      if (!areYears && CODE.test(digits)) runs.push({ digits, from, to: end });
    }
    return runs;
  });
}

const codesOf = (text: string): string[] => [
  ...partsOf(text).filter((part) => CODE.test(part)),
  ...digitRunsOf(text).map(({ digits }) => digits),
];

/**
 * Numbers and codes of the notes and the project that neither title, wish nor instruction mentions. The planner
 * may see them, but is told to keep them out of queries; this is the safeguard.
 */
export function privateWords(input: ToolInput): ReadonlySet<string> {
  const { task, project } = input;
  const asked = ownWords({ ...input, task: { ...task, notes: '' } });
  const named = new Set(codesOf(asked.join('\n')));
  const around = project ? [project.title, project.description ?? '', ...project.taskTitles] : [];
  return new Set([task.notes, ...around].flatMap(codesOf).filter((code) => !named.has(code)));
}

/** Drops words of a query that contain a private number or a part of one: `85 000` are two words. */
export function withoutPrivate(words: readonly string[], hidden: ReadonlySet<string>): string[] {
  const runs = digitRunsOf(words.join(' ')).filter(({ digits }) => hidden.has(digits));
  let from = 0;
  return words.filter((word) => {
    const to = from + word.length;
    const isInRun = runs.some((run) => run.from < to && run.to > from);
    from = to + 1;
    return !isInRun && !partsOf(word).some((part) => hidden.has(part));
  });
}

/** Removes the user's private words from a planner's question to readers. */
export function withoutPrivateWords(text: string, hidden: ReadonlySet<string>): string {
  return withoutPrivate(text.split(/\s+/), hidden).join(' ').trim();
}
