import { useEffect } from 'react';
import { create } from 'zustand';
import { logProblem } from '#web/lib/log.ts';
import type { TextDates } from './read-dates.ts';

/** `from`: the moment that "Friday" is counted from; now, unless the text is older. */
export type DateReader = (text: string, from?: Date) => TextDates;

/**
 * Those that nothing but a comma or another mark follows. A day that goes on may be counted from something else: "within
 * 30 days of the inspection".
 */
export const finalDates = (text: string, { dates }: TextDates): TextDates['dates'] =>
  dates.filter(({ end }) => /^\s*(?:\p{P}|$)/u.test(text.slice(end)));

const NO_DATES: TextDates = { dates: [], repeated: null };

/** Until the library for dates has loaded, dates stay in the title. */
const useReader = create<{ read: DateReader }>(() => ({ read: () => NO_DATES }));

let isLoading = false;

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { readDates } = await import('./read-dates.ts');
    useReader.setState({ read: readDates });
  } catch (error) {
    // Offline, or replaced by a new version of the app. The next text tries again.
    isLoading = false;
    logProblem('the reader for dates did not load', error);
  }
}

/** The reader for dates, loaded once there is something to read. */
export function useDateReader(isNeeded: boolean): DateReader {
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded]);
  return useReader((state) => state.read);
}
