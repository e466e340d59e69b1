import { LANGUAGE_CODES } from '#domain/languages.ts';
import { monthsIn } from '#server/lib/month-names.ts';

/**
 * Months by name in the languages of answers, where no name means two months. With more languages, one would: listopad
 * is October in Croatian. Made when the first name is looked up, which takes as long as starting the process.
 */
let known: ReadonlyMap<string, number> | null = null;

/** Number of the month with this name, such as `März`, `janv.` or `SEPT`; null if there is none. */
export function monthNamed(name: string): number | null {
  known ??= new Map(LANGUAGE_CODES.flatMap(monthsIn).map(({ name: each, month }) => [plain(each), month]));
  return known.get(plain(name)) ?? null;
}

const plain = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\.$/, '');
