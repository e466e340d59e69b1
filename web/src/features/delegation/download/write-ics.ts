import ical, { ICalEventTransparency } from 'ical-generator';
import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { t } from '#web/texts/later.ts';
import type { DatedStep } from './dated-steps.ts';
import { oneLine } from './plain-text.ts';

export interface CalendarSource {
  readonly taskId: string;
  readonly title: string;
  /** When it was answered. */
  readonly answeredAt: Date;
  /** Number of the answer's slip, which grows with each version. */
  readonly slip: number | null;
}

/**
 * Writes things to do as events of whole days, which every calendar imports (most drop to-dos). A day has no time
 * zone: it is the same date wherever the calendar is. Ids are by task and place, so a second import, or that of a
 * newer version, changes events and adds none twice.
 */
export function writeIcs(
  steps: readonly DatedStep[],
  { taskId, title, answeredAt, slip }: CalendarSource,
): string {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: PRODUCT_NAME } });
  for (const { text, day, place } of steps) {
    calendar.createEvent({
      id: `${taskId}-${place}`,
      sequence: slip ?? 0,
      stamp: answeredAt,
      // The library writes the day that it is in UTC.
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: oneLine(text),
      description: t('delegation.calendar.from', { title: oneLine(title) }),
      // The day stays free for meetings.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}
