export interface Stretch {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * The month of a paid period in which `now` lies: each begins on the day and at the time of the period's own
 * beginning, or on the last day of a shorter month. How many there are is the period's to say: a plan that bills on
 * the 31st pays from 28 February to 31 March for one month, and the last one runs to the period's end.
 */
export function monthOfPeriod(period: Stretch, now: Date): Stretch | null {
  if (now < period.startsAt || now >= period.endsAt) return null;
  let months = monthsBetween(period.startsAt, now);
  if (addMonths(period.startsAt, months) > now) months -= 1;
  const last = Math.max(1, monthsBetween(period.startsAt, period.endsAt)) - 1;
  const month = Math.min(months, last);
  return {
    startsAt: addMonths(period.startsAt, month),
    endsAt: month === last ? period.endsAt : addMonths(period.startsAt, month + 1),
  };
}

/** By the names of the months, whatever their days. */
function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + (to.getUTCMonth() - from.getUTCMonth());
}

/** The 31st of January and one month is the last of February; and two months, the 31st of March again. */
function addMonths(date: Date, months: number): Date {
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), days));
  return first;
}
