import { DATE_LOCALE } from '#web/texts/locale.ts';
/** A day as a receipt writes it: 2 November 2026. The page speaks English, whatever the browser does. */
export function longDate(moment: string): string {
  const day = new Date(moment).toLocaleDateString(DATE_LOCALE, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return day.replaceAll(' ', '\u00a0');
}
