import { LANGUAGES } from '#domain/languages.ts';

/** Options for an answer's language. */
export const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: englishName === ownName ? englishName : `${englishName} (${ownName})`,
}));
