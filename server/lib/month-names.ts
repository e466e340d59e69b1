import { LANGUAGE_CODES } from '#domain/languages.ts';

/** A word for a month; which one may depend on the language: listopad is October in Croatian, November in Polish. */
export interface MonthName {
  readonly months: ReadonlySet<number>;
  /** Only counts next to a year: `out` is short for October in Portuguese. */
  readonly isShort: boolean;
  /** Only counts if capitalized: `may`, `march`. */
  readonly isCapital: boolean;
}

/** Languages of web pages beyond those of the product. */
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
/** Maximum length of inflectional endings. */
const ENDING = 3;

let names: ReadonlyMap<string, MonthName> | undefined;

/** Returns the month a word names, in any language and inflection. */
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
    for (const { name, month, isShort } of monthsIn(language)) {
      const small = name.normalize('NFC').toLowerCase();
      const isCapital = small[0] !== name[0];
      const known = found.get(small) ?? { months: new Set(), isShort, isCapital };
      const months = known.months.add(month);
      // A full name that is another language's abbreviation counts as the full name.
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

/** Month names of a language, standalone and in dates, long and short, limited to single words without digits. */
export function monthsIn(language: string): Named[] {
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
