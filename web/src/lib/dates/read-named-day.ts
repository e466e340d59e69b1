import type { Chrono, ParsedResult } from 'chrono-node/en';
import { toLocalDay } from '#domain/days.ts';
import type { DateReader } from './date-reader.ts';

/**
 * Reads the day of a text in another language than English: the only one that it names with its month. The words stay
 * in the text, since those around a day differ in each language ("bis zum", "vor dem"), so the day stands at its end.
 */
export const readerOfNamedDay =
  (language: Pick<Chrono, 'parse'>): DateReader =>
  (text, from = new Date()) => {
    const found = language.parse(text, from, { forwardDate: true }).filter(isNamedDay);
    const [day, ...others] = new Set(found.map(({ start }) => toLocalDay(start.date())));
    const isDue = day !== undefined && others.length === 0 && day >= toLocalDay(from);
    return { dates: isDue ? [{ start: text.length, end: text.length, day }] : [], repeated: null };
  };

/** Excludes ranges, moments, and days that are only counted from another. */
const isNamedDay = ({ start, end }: ParsedResult): boolean =>
  !end && start.isCertain('day') && start.isCertain('month') && !start.isCertain('hour');
