import { FUNCTION_WORDS } from '../language/function-words.ts';
import type { Span } from './span.ts';

/** Words before a year, in languages where it could be taken for a count. */
const LEADS =
  /(?:^|[\s('’/–-])(?:in|of|since|from|until|till|by|for|during|early|mid|late|end|year|years|spring|summer|autumn|fall|winter|quarter|season|the|this|before|after|around|and|to|q[1-4]|h[12]|im|seit|ab|bis|von|vor|nach|jahr|jahre|jahres|jahren|anfang|mitte|ende|sommer|herbst|frühjahr|frühling|stand|der|die|das|des|für|und|saison|quartal|en|de|depuis|année|années|an|fin|début|l|année|été|hiver|et|du|le|desde|año|años|del|hasta|el|verano|y|em|ano|anos|no|o|e|do|sinds|jaar|van|vanaf|tot|begin|eind|zomer|voor)[\s.]*$/iu;

/** The next word after a number, without punctuation between. */
const NEXT = /^[ \u00a0](\p{L}[\p{L}\p{M}]*)/u;

/** Countable words, by their form. */
const COUNTED: Readonly<Record<string, RegExp>> = {
  en: /^\p{Ll}/u,
  nl: /^\p{Ll}+(?:en|s)$/u,
  de: /^\p{Lu}/u,
  fr: /^\p{Ll}+[sx]$/u,
  es: /^\p{Ll}+s$/u,
  pt: /^\p{Ll}+s$/u,
};

/** True if a possible year counts something: "in Munich 2026 people". */
export function isCounting(text: string, { from, to }: Span, language = ''): boolean {
  const [, next = ''] = NEXT.exec(text.slice(to)) ?? [];
  if (!COUNTED[language]?.test(next) || FUNCTION_WORDS[codeOf(language)]?.has(next.toLowerCase()))
    return false;
  const before = text.slice(Math.max(0, from - 24), from);
  return /\p{L}[\s,]*$/u.test(before) && !LEADS.test(before);
}

const isCode = (code: string): code is keyof typeof FUNCTION_WORDS => code in FUNCTION_WORDS;
const codeOf = (language: string): keyof typeof FUNCTION_WORDS => (isCode(language) ? language : 'en');
