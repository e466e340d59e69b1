import { LANGUAGES, type LanguageCode } from '#domain/languages.ts';

/** What may follow the name, so that "in German cities" is no wish for German. */
const ENDS = '(?=\\s*(?:$|[.,;:!?)]|and\\b|please\\b))';
const BEFORE = '(?:^|\\s)(?:in|into|to|auf|en|em)\\s+';

const PATTERNS = LANGUAGES.flatMap(({ code, englishName, ownName }) =>
  [englishName, ownName].map((name) => ({
    code,
    pattern: new RegExp(`${BEFORE}${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${ENDS}`, 'iu'),
  })),
);

/** The language that a wish asks for, such as "shorter, in French": by name alone, in English or its own. */
export function namedLanguage(wish: string): LanguageCode | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(wish))?.code;
}
