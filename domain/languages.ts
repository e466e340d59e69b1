export interface Language {
  /** ISO 639-1, as stored and sent. */
  readonly code: LanguageCode;
  readonly englishName: string;
  /** The language's name in itself, for menus and for prompts. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Languages of answers, in the order of menus. */
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

/** English name and own name, the latter capitalised as at the start of a menu item. */
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

/** Details of a language. */
export function language(code: LanguageCode): Language {
  const [englishName, ownName] = NAMES[code];
  return { code, englishName, ownName, direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr' };
}

export const LANGUAGES: readonly Language[] = LANGUAGE_CODES.map(language);

/** True if an external value is a supported language code. */
export function isLanguageCode(value: unknown): value is LanguageCode {
  return LANGUAGE_CODES.some((code) => code === value);
}
