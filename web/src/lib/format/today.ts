import { DATE_LOCALE } from '#web/texts/locale.ts';

let format: Intl.DateTimeFormat | undefined;

/** Today as a heading: Friday, 20 November. The page speaks English, whatever the browser does. */
export function today(now = new Date()): string {
  // Made once, and not before it is needed: a browser takes longer for it than for a whole row of the list.
  format ??= new Intl.DateTimeFormat(DATE_LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('weekday')}, ${parts.get('day')}\u00a0${parts.get('month')}`;
}
