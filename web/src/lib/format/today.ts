import { DATE_LOCALE } from '#web/texts/locale.ts';

let format: Intl.DateTimeFormat | undefined;

/** Today as a heading: Friday, 20 November. In English, like the page, whatever the browser's locale. */
export function today(now = new Date()): string {
  // Created on first use: it takes a browser longer than a whole row of the list.
  format ??= new Intl.DateTimeFormat(DATE_LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('weekday')}, ${parts.get('day')}\u00a0${parts.get('month')}`;
}
