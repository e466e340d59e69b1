import { DATE_LOCALE } from '#web/texts/locale.ts';
/** The first of the next month, when the free plan has its credits anew: by UTC, as the ledger counts. */
export function nextMonth(now = new Date()): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const day = first.toLocaleDateString(DATE_LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return day.replace(' ', '\u00a0');
}
