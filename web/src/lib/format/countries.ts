import { LANGUAGE } from '#web/texts/locale.ts';

export interface Country {
  /** ISO 3166-1. */
  readonly code: string;
  readonly name: string;
}

const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'none' });

/** Codes that the browser names too: groups of countries, and regions for tests. */
const GROUPS: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** All countries and territories that the browser knows, by name. Former ones are left out. */
export function countries(): Country[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes
    .flatMap((code) => {
      const name = GROUPS.has(code) || isFormer(code) ? undefined : NAMES.of(code);
      return name === undefined ? [] : { code, name };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, LANGUAGE));
}

/** A code that stands for another one by now: `DD` is `DE`. */
const isFormer = (code: string): boolean => new Intl.Locale(`und-${code}`).region !== code;

/** Name of a stored code; the code itself if the browser doesn't know it. */
export const countryName = (code: string): string => NAMES.of(code) ?? code;
