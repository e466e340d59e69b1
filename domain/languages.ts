export interface Language {
  /** ISO 639-1, as it is stored with a run and sent over the wire. */
  readonly code: LanguageCode;
  readonly englishName: string;
  /** The language's name in itself: for menus, and for telling a model what to write in. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The languages an answer can be asked for in, in the order menus show them. */
export const LANGUAGE_CODES = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'pt',
  'nl',
  'zh',
  'hi',
  'ar',
  'bn',
  'ru',
  'ja',
  'pa',
  'jv',
  'te',
  'mr',
  'ta',
  'tr',
  'ko',
  'vi',
  'ur',
  'gu',
  'pl',
  'uk',
  'fa',
  'my',
  'th',
] as const;

export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export const DEFAULT_LANGUAGE: LanguageCode = 'en';

const RIGHT_TO_LEFT: ReadonlySet<LanguageCode> = new Set(['ar', 'fa', 'ur']);

/** English name and own name. Own names are capitalised as their languages write them at the start of a menu line. */
const NAMES: Readonly<Record<LanguageCode, readonly [englishName: string, ownName: string]>> = {
  en: ['English', 'English'],
  de: ['German', 'Deutsch'],
  fr: ['French', 'Français'],
  it: ['Italian', 'Italiano'],
  es: ['Spanish', 'Español'],
  pt: ['Portuguese', 'Português'],
  nl: ['Dutch', 'Nederlands'],
  zh: ['Chinese', '中文'],
  hi: ['Hindi', 'हिन्दी'],
  ar: ['Arabic', 'العربية'],
  bn: ['Bengali', 'বাংলা'],
  ru: ['Russian', 'Русский'],
  ja: ['Japanese', '日本語'],
  pa: ['Punjabi', 'ਪੰਜਾਬੀ'],
  jv: ['Javanese', 'Basa Jawa'],
  te: ['Telugu', 'తెలుగు'],
  mr: ['Marathi', 'मराठी'],
  ta: ['Tamil', 'தமிழ்'],
  tr: ['Turkish', 'Türkçe'],
  ko: ['Korean', '한국어'],
  vi: ['Vietnamese', 'Tiếng Việt'],
  ur: ['Urdu', 'اردو'],
  gu: ['Gujarati', 'ગુજરાતી'],
  pl: ['Polish', 'Polski'],
  uk: ['Ukrainian', 'Українська'],
  fa: ['Persian', 'فارسی'],
  my: ['Burmese', 'မြန်မာဘာသာ'],
  th: ['Thai', 'ไทย'],
};

/** Everything about one of the languages. */
export function language(code: LanguageCode): Language {
  const [englishName, ownName] = NAMES[code];
  return { code, englishName, ownName, direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr' };
}

export const LANGUAGES: readonly Language[] = LANGUAGE_CODES.map(language);

/** Whether a value from outside is one of the languages. */
export function isLanguageCode(value: unknown): value is LanguageCode {
  return LANGUAGE_CODES.some((code) => code === value);
}
