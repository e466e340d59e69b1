import { Chrono, configuration, type ParsedResult } from 'chrono-node/en';
import { type Day, toLocalDay } from '#domain/days.ts';

/** A date in a text: `start` inclusive, `end` exclusive. */
export interface DateWords {
  readonly start: number;
  readonly end: number;
  readonly day: Day;
}

export interface TextDates {
  readonly dates: readonly DateWords[];
  /** "every Monday", as typed; null without one. */
  readonly repeated: string | null;
}

const strict = configuration.createConfiguration();

/** Times are no dates: of "12 Dec 10:30", "10:30" stays in the title. */
const dateParsers = strict.parsers.filter(
  (parser) => new Chrono({ parsers: [parser], refiners: [] }).parse('at 10:30').length === 0,
);

/** Strict parsers don't take "3 days of food" for a date; the refiners of the casual ones keep "Friday". */
const reader = new Chrono({
  parsers: dateParsers,
  refiners: configuration.createCasualConfiguration().refiners,
});

/** A whole word may follow, with punctuation in between; "Friday's" is another word. */
const AFTER = /^[,;:!?).]*(?!\S)/u;

/** Words before a day that belong to it and leave the title with it. */
const OF_DATE = /(?<!\S)(?:(?:due\s+)?(?:by|for|on)\s+(?:the\s+)?|due\s+)$/iu;

/** Words that make a day something other than the day of the task. */
const NOT_DUE = /(?<!\S)(?:since|from|until|till|before|after)\s+$/iu;

/** The library moves "last Friday" forward with every other Friday. */
const PAST = /^(?:on\s+)?(?:last|past)\s/iu;

const EVERY = /(?<!\S)every\s+(?:other\s+)?$/iu;
const EVERY_UNIT = /(?<!\S)every\s+(?:other\s+)?(?:day|week|month|year)(?=[,;:!?).]*(?!\S))/iu;

/** Finds the dates that a title names, from the given moment on. In English, like the other words of quick add. */
export function readDates(text: string, now = new Date()): TextDates {
  const today = toLocalDay(now);
  const dates: DateWords[] = [];
  let repeated = EVERY_UNIT.exec(text)?.[0] ?? null;
  for (const found of reader.parse(text, now, { forwardDate: true })) {
    const words = found.text.replace(/^[\s,(]+|[\s,;:!?).]+$/gu, '');
    const start = text.indexOf(words, found.index);
    const end = start + words.length;
    const before = text.slice(0, start);
    const isWhole = /(?:^|[\s(])$/u.test(before) && AFTER.test(text.slice(end));
    if (!isWhole || !isOneDay(found) || !isDate(words)) continue;
    const every = EVERY.exec(before)?.[0];
    if (every !== undefined) {
      repeated ??= every + words;
      continue;
    }
    const day = toLocalDay(found.start.date());
    if (day < today || NOT_DUE.test(before) || PAST.test(words)) continue;
    dates.push({ start: start - (OF_DATE.exec(before)?.[0].length ?? 0), end, day });
  }
  return { dates, repeated };
}

/** Excludes months, moments such as "in 5 minutes", and ranges, of which only the start would be kept. */
function isOneDay({ start, end }: ParsedResult): boolean {
  return !end && (start.isCertain('day') || start.isCertain('weekday')) && !start.isCertain('hour');
}

/** "sat", "sun", "1/2" and "3-5" are dates rarely enough; "on Sat", "Dec 12" and "2026-12-24" nearly always. */
function isDate(words: string): boolean {
  // Weekends are among the words that quick add reads itself.
  if (words.length <= 3 || /weekend|weekday/iu.test(words)) return false;
  return /\p{L}/u.test(words) || /^\d{4}-\d{2}-\d{2}$/u.test(words);
}
