import { useSyncExternalStore } from 'react';
import { type Days, nextMidnight, toDays, toLocalDay } from '#domain/days.ts';

/** Timers stop while a computer sleeps, so the clock is read again this often. */
const CHECK_MS = 60_000;

let days: Days = toDays(toLocalDay(new Date()));

/** The days around today, by the clock of this device. */
export function currentDays(): Days {
  const today = toLocalDay(new Date());
  if (days.today !== today) days = toDays(today);
  return days;
}

/** The days around today. Changes at local midnight, also after sleep or a change of time zone. */
export function useDays(): Days {
  return useSyncExternalStore(subscribe, currentDays, currentDays);
}

function subscribe(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const check = () => {
    clearTimeout(timer);
    const now = new Date();
    timer = setTimeout(check, Math.min(CHECK_MS, nextMidnight(now).getTime() - now.getTime()));
    changed();
  };
  check();
  for (const event of WAKING) addEventListener(event, check);
  return () => {
    clearTimeout(timer);
    for (const event of WAKING) removeEventListener(event, check);
  };
}

/** The page comes back into view, from the history, or into use. */
const WAKING = ['visibilitychange', 'pageshow', 'focus'] as const;
