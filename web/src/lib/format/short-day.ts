import { t } from '#web/texts/app.ts';
import { DATE_LOCALE } from '#web/texts/locale.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A past day, as short as is unambiguous: Today, Thu, 3 Nov, Nov 2025. Null means just now. */
export function shortDay(moment: string | null, now = new Date()): string {
  if (moment === null) return t('ui.day.today');
  const day = new Date(moment);
  const days = Math.round((startOfDay(now) - startOfDay(day)) / DAY_MS);
  if (days <= 0) return t('ui.day.today');
  if (days < 7) return format(day, { weekday: 'short' });
  if (day.getFullYear() === now.getFullYear()) return format(day, { day: 'numeric', month: 'short' });
  return format(day, { month: 'short', year: 'numeric' });
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** The page is in English; a no-break space keeps day and month together. */
function format(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(DATE_LOCALE, options).format(moment).replaceAll(' ', '\u00a0');
}
