import type { Day } from '#domain/days.ts';
import { DATE_LOCALE } from '#web/texts/locale.ts';

/** A named day: Fri 27 Nov, and with its year if that isn't the current one. */
export function dueDay(day: Day, now = new Date()): string {
  const date = new Date(`${day}T00:00:00Z`);
  const isThisYear = date.getUTCFullYear() === now.getFullYear();
  const format = new Intl.DateTimeFormat(DATE_LOCALE, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
  // Kept on one line, and without the comma that some versions of the locale have.
  return format.format(date).replaceAll(',', '').replaceAll(' ', '\u00a0');
}
