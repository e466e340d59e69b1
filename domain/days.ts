import { TASK_TIMEFRAMES, type TaskTimeframe } from './task.ts';

/** A calendar day, written 2026-11-27. Days sort like their text. */
export type Day = string;

/** A task's timeframe with the day that it meant when it was chosen. */
export interface When {
  readonly timeframe: TaskTimeframe;
  /** Null for no particular day. */
  readonly due_on: Day | null;
  /** The user named this day, instead of one of the four words. */
  readonly is_dated: boolean;
}

/** Groups of the list from top to bottom: what is left from earlier days, then the four timeframes. */
export const SHOWN_GROUPS = ['before', ...TASK_TIMEFRAMES] as const;
export type ShownGroup = (typeof SHOWN_GROUPS)[number];

/** The days that divide the groups, as seen from one of them. */
export interface Days {
  readonly yesterday: Day;
  readonly today: Day;
  readonly tomorrow: Day;
  /** The coming Saturday and Sunday; on a weekend, those of the next one. */
  readonly saturday: Day;
  readonly sunday: Day;
}

/** The day that the clock and the time zone of this device show. */
export function toLocalDay(moment: Date): Day {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(moment.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** The next midnight on this device's clock: 23 to 25 hours after the last, where the clocks change. */
export function nextMidnight(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1);
}

export function toDays(today: Day): Days {
  const toSaturday = (SATURDAY - toDate(today).getUTCDay() + 7) % 7 || 7;
  return {
    yesterday: addDays(today, -1),
    today,
    tomorrow: addDays(today, 1),
    saturday: addDays(today, toSaturday),
    sunday: addDays(today, toSaturday + 1),
  };
}

/** Anchors a chosen timeframe to the day that it means now. */
export function toWhen(timeframe: TaskTimeframe, days: Days): When {
  return { timeframe, due_on: dayMeant(timeframe, days), is_dated: false };
}

/** A named day, with the first timeframe that doesn't end before it. */
export function toDatedWhen(day: Day, days: Days): When {
  return { timeframe: timeframeOf(day, days), due_on: day, is_dated: true };
}

/** The group in which a task is shown on a day. */
export function toShownGroup({ timeframe, due_on, is_dated }: When, days: Days): ShownGroup {
  // Absent in copies that earlier versions kept on the device.
  if (!due_on) return timeframe;
  const isWeekend = timeframe === 'next_weekend' && !is_dated;
  // A weekend lasts until its Sunday, unless the user named its Saturday.
  if (due_on < days.today) return isWeekend && due_on === days.yesterday ? 'today' : 'before';
  if (due_on === days.today) return 'today';
  // On Friday, too, where Saturday is tomorrow.
  return isWeekend ? 'next_weekend' : timeframeOf(due_on, days);
}

function dayMeant(timeframe: TaskTimeframe, days: Days): Day | null {
  switch (timeframe) {
    case 'today':
      return days.today;
    case 'tomorrow':
      return days.tomorrow;
    case 'next_weekend':
      return days.saturday;
    case 'future':
      return null;
  }
}

function timeframeOf(day: Day, { today, tomorrow, sunday }: Days): TaskTimeframe {
  if (day <= today) return 'today';
  if (day === tomorrow) return 'tomorrow';
  return day <= sunday ? 'next_weekend' : 'future';
}

const SATURDAY = 6;

/** In UTC, where every day has 24 hours. */
function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function addDays(day: Day, count: number): Day {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
