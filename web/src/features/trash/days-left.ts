import { TRASH_DAYS } from '#domain/trash.ts';
import { shortDay } from '#web/lib/format/short-day.ts';
import { t } from '#web/texts/app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days that something deleted at a moment can still be restored, begun ones in full. 0: it may be gone any moment. */
export function daysLeft(deletedAt: string, now = Date.now()): number {
  const left = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS - now;
  return Math.min(TRASH_DAYS, Math.max(0, Math.ceil(left / DAY_MS)));
}

/** Deleted today, Deleted Thu, Deleted 3 Nov. */
export function deletedOn(deletedAt: string): string {
  const day = shortDay(deletedAt);
  return day === t('ui.day.today') ? t('trash.deleted_today') : t('trash.deleted_on', { day });
}
