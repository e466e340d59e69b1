import { LANGUAGES } from '#domain/languages.ts';

/** The languages of answers, for a list to choose from. */
export const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: englishName === ownName ? englishName : `${englishName} (${ownName})`,
}));
