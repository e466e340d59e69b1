import { LANGUAGE_CODES } from '#domain/languages.ts';

/** A word that names a month; which one may depend on the language: listopad is October in Croatian, November in Polish. */
export interface MonthName {
  readonly months: ReadonlySet<number>;
  /** It means a month only beside a year: `out` is short for October in Portuguese. */
  readonly isShort: boolean;
  /** It means a month only with a capital: `may`, `march`. */
  readonly isCapital: boolean;
}

/** Languages of pages that no answer is written in. */
const FURTHER = [
  'bg',
  'ca',
  'cs',
  'da',
  'el',
  'fi',
  'hr',
  'hu',
  'id',
  'lt',
  'nb',
  'ro',
  'sk',
  'sl',
  'sr',
  'sv',
];
/** Letters that languages hang on the name of a month. */
const ENDING = 3;

let names: ReadonlyMap<string, MonthName> | undefined;

/** What month a word names, in whatever language and however it is bent. */
export function monthNamed(word: string): MonthName | undefined {
  names ??= collectNames();
  const small = word.normalize('NFC').toLowerCase();
  const whole = names.get(small);
  if (whole) return !whole.isCapital || small[0] !== word[0] ? whole : undefined;
  for (let cut = 1; cut <= ENDING && small.length - cut >= 5; cut += 1) {
    const bent = names.get(small.slice(0, -cut));
    if (bent) return bent.isShort || bent.isCapital ? undefined : bent;
  }
  return undefined;
}

function collectNames(): ReadonlyMap<string, MonthName> {
  const found = new Map<string, { months: Set<number>; isShort: boolean; isCapital: boolean }>();
  for (const language of [...LANGUAGE_CODES, ...FURTHER]) {
    for (const { name, month, isShort } of namesIn(language)) {
      const small = name.normalize('NFC').toLowerCase();
      const isCapital = small[0] !== name[0];
      const known = found.get(small) ?? { months: new Set(), isShort, isCapital };
      const months = known.months.add(month);
      // A whole name that is short for another elsewhere is written as the whole name is.
      if (known.isShort === isShort)
        found.set(small, { months, isShort, isCapital: known.isCapital && isCapital });
      else found.set(small, { months, isShort: false, isCapital: isShort ? known.isCapital : isCapital });
    }
  }
  return found;
}

interface Named {
  readonly name: string;
  readonly month: number;
  readonly isShort: boolean;
}

/** By itself and in a date, long and short, as far as it is one word without digits. */
function namesIn(language: string): Named[] {
  const shared = { calendar: 'gregory', timeZone: 'UTC' } as const;
  return (['long', 'short'] as const).flatMap((length) => {
    const alone = new Intl.DateTimeFormat(language, { ...shared, month: length });
    const inDate = new Intl.DateTimeFormat(language, {
      ...shared,
      day: 'numeric',
      month: length,
      year: 'numeric',
    });
    return Array.from({ length: 12 }, (_each, index) => new Date(Date.UTC(2026, index, 1))).flatMap(
      (date, index) =>
        [alone, inDate].flatMap((format) => {
          const part = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
          const name = part.replace(/\.$/, '');
          return /^\p{L}[\p{L}\p{M}]{2,}$/u.test(name)
            ? [{ name, month: index + 1, isShort: length === 'short' }]
            : [];
        }),
    );
  });
}
