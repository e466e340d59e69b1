import { t } from '#web/texts/app.ts';
import { DATE_LOCALE } from '#web/texts/locale.ts';

/** Time of day: 09:14. */
export function toClock(moment: Date): string {
  return moment.toLocaleTimeString(DATE_LOCALE, { hour: '2-digit', minute: '2-digit' });
}

/** Delivery time, as short as is unambiguous: 09:14, yesterday 18:02, 3 Nov 18:02. */
export function toMoment(moment: Date, now = new Date()): string {
  const clock = toClock(moment);
  if (isSameDay(moment, now)) return clock;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(moment, yesterday)) return t('delegation.yesterday', { time: clock });
  const sameYear = moment.getFullYear() === now.getFullYear();
  return `${toDate(moment, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) })} ${clock}`;
}

/** Full day and time, for a receipt: Fri 20 Nov 2026, 09:14. */
export function toFullMoment(moment: Date): string {
  const day = toDate(moment, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${day.replace(',', '')}, ${toClock(moment)}`;
}

/** Full day: 20 Nov 2026. */
export function toDay(moment: Date): string {
  return toDate(moment, { day: 'numeric', month: 'short', year: 'numeric' });
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

/** Seconds between two server timestamps; undefined if one is missing. */
export function secondsBetween(from: string, to: string | null): number | undefined {
  return to === null ? undefined : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}

/** The page is in English; no-break spaces keep day and month together. */
function toDate(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return moment.toLocaleDateString(DATE_LOCALE, options).replaceAll(' ', '\u00a0');
}
