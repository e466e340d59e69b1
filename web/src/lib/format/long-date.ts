import { DATE_LOCALE } from '#web/texts/locale.ts';
/** Date of a receipt: 2 November 2026. In English, like the page, whatever the browser's locale. */
export function longDate(moment: string): string {
  const day = new Date(moment).toLocaleDateString(DATE_LOCALE, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return day.replaceAll(' ', '\u00a0');
}
