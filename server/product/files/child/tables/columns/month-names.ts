import { LANGUAGE_CODES } from '#domain/languages.ts';

/** Contexts in which a month is written otherwise: alone, or in a date (`maj`, `5 maja`). */
const CONTEXTS = [{}, { day: 'numeric', year: 'numeric' }] as const;

/**
 * Months by name, in all languages of answers, as the platform knows them. Made when the first name is looked up,
 * which takes as long as starting the process.
 */
let known: ReadonlyMap<string, number> | null = null;

/** Number of the month with this name, such as `März`, `janv.` or `SEPT`; null if there is none. */
export function monthNamed(name: string): number | null {
  known ??= listMonths();
  return known.get(plain(name)) ?? null;
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

function listMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (const language of LANGUAGE_CODES)
    for (const month of ['long', 'short'] as const)
      for (const context of CONTEXTS) {
        const options = { ...context, month, calendar: 'gregory', timeZone: 'UTC' } as const;
        const format = new Intl.DateTimeFormat(language, options);
        for (let at = 0; at < 12; at += 1) {
          const part = format.formatToParts(Date.UTC(2026, at, 5)).find(({ type }) => type === 'month');
          months.set(plain(part?.value ?? ''), at + 1);
        }
      }
  return months;
}
