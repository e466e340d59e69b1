import { DATE_LOCALE } from '#web/texts/locale.ts';
/** Day and time of a ledger entry: 20 Nov, 09:14. Includes the year if it isn't the current one. */
export function toMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const clock = moment.toLocaleTimeString(DATE_LOCALE, { hour: '2-digit', minute: '2-digit' });
  return `${day(moment, moment.getFullYear() !== now.getFullYear())}, ${clock}`;
}

/** Full day: 1 Dec 2026. */
export function toDay(iso: string): string {
  return day(new Date(iso), true);
}

/** The page is in English; no-break spaces keep day and month together. */
function day(moment: Date, withYear: boolean): string {
  const year = withYear ? 'numeric' : undefined;
  return moment
    .toLocaleDateString(DATE_LOCALE, { day: 'numeric', month: 'short', year })
    .replaceAll(' ', '\u00a0');
}
