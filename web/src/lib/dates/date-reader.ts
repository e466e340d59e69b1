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

const NO_READER: DateReader = () => NO_DATES;

/** By language. Until one has loaded, its dates stay in the title. */
const useReaders = create<Readonly<Record<string, DateReader>>>(() => ({}));

const loading = new Set<string>();

async function load(language: string): Promise<void> {
  if (loading.has(language)) return;
  loading.add(language);
  try {
    const read = await loadReader(language);
    useReaders.setState({ [language]: read });
  } catch (error) {
    // Offline, or replaced by a new version of the app. The next text tries again.
    loading.delete(language);
    logProblem('the reader for dates did not load', error);
  }
}

async function loadReader(language: string): Promise<DateReader> {
  if (language === 'en') return (await import('./read-dates.ts')).readDates;
  const { languageOf } = await import('./languages.ts');
  const known = await languageOf(language)?.();
  if (known === undefined) return NO_READER;
  const { readerOfNamedDay } = await import('./read-named-day.ts');
  return readerOfNamedDay(known.strict);
}

/** The reader for dates of a language, loaded once there is something to read. Quick add is in English. */
export function useDateReader(isNeeded: boolean, language = 'en'): DateReader {
  useEffect(() => {
    if (isNeeded) void load(language);
  }, [isNeeded, language]);
  return useReaders((state) => state[language] ?? NO_READER);
}
