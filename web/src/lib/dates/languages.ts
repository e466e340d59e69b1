import type { Chrono } from 'chrono-node/en';
import { isLanguageCode, type LanguageCode } from '#domain/languages.ts';

type Load = () => Promise<{ readonly strict: Chrono }>;

/** The library's languages other than English. Each is loaded for the first answer that is written in it. */
const LANGUAGES: Partial<Record<LanguageCode, Load>> = {
  ar: () => import('chrono-node/ar'),
  de: () => import('chrono-node/de'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  uk: () => import('chrono-node/uk'),
  vi: () => import('chrono-node/vi'),
  zh: () => import('chrono-node/zh'),
};

/** Undefined: the library doesn't know the language. */
export const languageOf = (code: string): Load | undefined =>
  isLanguageCode(code) ? LANGUAGES[code] : undefined;
