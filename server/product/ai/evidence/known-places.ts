/** Latin-script languages in which names are compared. */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

let places: ReadonlySet<string> | undefined;

/** True if a lower-case word is a country, or a city that a time zone is named after. */
export function isPlace(word: string): boolean {
  places ??= new Set([...countries(), ...cities()]);
  return places.has(word);
}

function countries(): string[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []);
  });
}

const cities = (): string[] =>
  Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.split('/').at(-1)?.toLowerCase() ?? []);
