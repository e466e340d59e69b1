export interface Stretch {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * The month of a paid period that contains `now`. Each starts at the day and time of the period's start, or on
 * the last day of a shorter month. The period decides how many there are: a plan billed on the 31st pays for
 * one month from 28 February to 31 March, and the last month ends with the period.
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

/** By calendar month, ignoring days. */
function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + (to.getUTCMonth() - from.getUTCMonth());
}

/** 31 January plus one month is the last of February; plus two months, 31 March. */
function addMonths(date: Date, months: number): Date {
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), days));
  return first;
}
