import { DATE_LOCALE } from '#web/texts/locale.ts';
/** Day and time as the ledger notes them: 20 Nov, 09:14. Another year is named. */
export function toMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const clock = moment.toLocaleTimeString(DATE_LOCALE, { hour: '2-digit', minute: '2-digit' });
  return `${day(moment, moment.getFullYear() !== now.getFullYear())}, ${clock}`;
}

/** A day in full: 1 Dec 2026. */
export function toDay(iso: string): string {
  return day(new Date(iso), true);
}

/** The page speaks English; no-break spaces keep day and month together. */
function day(moment: Date, withYear: boolean): string {
  const year = withYear ? 'numeric' : undefined;
  return moment
    .toLocaleDateString(DATE_LOCALE, { day: 'numeric', month: 'short', year })
    .replaceAll(' ', '\u00a0');
}
