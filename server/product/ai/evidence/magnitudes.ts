import type { Span } from './span.ts';

/** Scale words after a number, by power of ten. */
const WORDS: readonly (readonly [power: number, words: RegExp])[] = [
  [2, /^(?:hundreds?|hundert|honderd|[百백])$/],
  [
    3,
    /^(?:thousands?|tausend|tsd|mille|mila|mil|duizend|тысяч\p{L}*|тыс|тисяч\p{L}*|тис|tys|tysiąc\p{L}*|tysięcy|bin|nghìn|ngàn|ribu|ewu|ألف|آلاف|ألفا|هزار|ہزار|हज़ार|हजार|হাজার|હજાર|ਹਜ਼ਾਰ|ஆயிரம்|వేలు?|tisíc\p{L}*|ezer|tuhat\p{L}*|tusen|tusind|mii|хиляди)$/u,
  ],
  [5, /^(?:lakhs?|lacs?|लाख|লাখ|লক্ষ|لاکھ|લાખ|ਲੱਖ|லட்சம்|లక్షలు?)$/],
  [
    6,
    /^(?:millions?|millionen|mn|mio|mill|mln|millón|millones|milh(?:ão|ões)|milion\p{L}*|miljo\p{L}*|milli[óo]\p{L}*|миллион\p{L}*|мільйон\p{L}*|милион\p{L}*|млн|milyon\p{L}*|triệu|juta|yuta|مليون\p{L}*|ملايين|میلیون|ملین|मिलियन|মিলিয়ন|மில்லியன்|εκατ\p{L}*)$/u,
  ],
  [7, /^(?:crores?|करोड़|करोड|कोटी|কোটি|کروڑ|કરોડ|ਕਰੋੜ|கோடி|కోట్లు?|కోటి)$/],
  [
    9,
    /^(?:milliards?|milliarden?|mrd|mds?|bn|mld|miliard\p{L}*|miljard\p{L}*|миллиард\p{L}*|мільярд\p{L}*|милиард\p{L}*|млрд|milyar\p{L}*|bilh(?:ão|ões)|tỷ|tỉ|miliar|مليار\p{L}*|میلیارد|ارب|अरब|बिलियन|বিলিয়ন|பில்லியன்|δισ\p{L}*)$/u,
  ],
  [
    12,
    /^(?:billionen|billón|billones|bili(?:ão|ões)|bilion\p{L}*|biljoen|триллион\p{L}*|трильйон\p{L}*|tn|trn)$/u,
  ],
];

/** Scripts without spaces: matched at the start of the following text. */
const UNSPACED: readonly (readonly [power: number, words: RegExp])[] = [
  [2, /^[百백]/],
  [3, /^(?:[千천]|พัน|ထောင်)/],
  [4, /^(?:[万萬만]|หมื่น|သောင်း)/],
  [5, /^(?:แสน|သိန်း)/],
  [6, /^(?:ล้าน|သန်း)/],
  [8, /^[亿億억]/],
  [12, /^[兆조]/],
];

/** Scales that differ by language: a German Billion is an English trillion. */
const BY_LANGUAGE: readonly {
  readonly words: RegExp;
  readonly power: (language: string) => number | null;
  readonly powers: readonly number[];
}[] = [
  { words: /^billions?$/, power: (language) => (language === 'en' ? 9 : 12), powers: [9, 12] },
  { words: /^trillions?$/, power: (language) => (language === 'en' ? 12 : 18), powers: [12, 18] },
  { words: /^mil$/, power: (language) => (/^(?:es|pt)$/.test(language) ? 3 : null), powers: [3, 6] },
];

/** Single letters: scales beside money, but possibly units of length directly after a number. */
const LETTERS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 };

export interface Magnitude extends Span {
  /** All possible powers. */
  readonly powers: readonly number[];
}

export interface Beside {
  /** `en`; undefined if unknown. */
  readonly language: string | undefined;
  /** A currency precedes the number. */
  readonly isMoney: boolean;
}

/** Scale after a number: `million`, `Mrd.`, `億`, `mil millones`; null if none. */
export function magnitudeAt(text: string, at: number, beside: Beside): Magnitude | null {
  const first = oneAt(text, at, beside);
  if (!first) return null;
  const next = oneAt(text, first.to, { ...beside, isMoney: false });
  if (!next || next.from === first.to || next.powers.includes(0)) return first;
  return {
    from: first.from,
    to: next.to,
    powers: first.powers.flatMap((power) => next.powers.map((other) => power + other)),
  };
}

function oneAt(text: string, at: number, { language, isMoney }: Beside): Magnitude | null {
  const found = /^([ \u00a0\u202f-]?)(\p{L}[\p{L}\p{M}]*)\.?/u.exec(text.slice(at, at + 40));
  const [whole = '', gap = '', word = ''] = found ?? [];
  if (!found) return null;
  const from = at + gap.length;
  const unspaced = UNSPACED.find(([, pattern]) => pattern.test(word));
  if (unspaced) {
    const [power, pattern] = unspaced;
    return { from, to: from + (pattern.exec(word)?.[0].length ?? 0), powers: [power] };
  }
  const to = at + whole.length;
  const small = word.normalize('NFC').toLowerCase();
  const letter = LETTERS[small];
  if (letter !== undefined) {
    const powers = isMoney ? [letter] : gap === '' ? [0, letter] : [];
    return powers.length > 0 ? { from, to, powers } : null;
  }
  const powers = powersOf(small, language);
  return powers.length > 0 ? { from, to, powers } : null;
}

function powersOf(word: string, language: string | undefined): readonly number[] {
  const several = BY_LANGUAGE.find(({ words }) => words.test(word));
  const known = several && language !== undefined ? several.power(language) : null;
  if (several) return known === null ? several.powers : [known];
  return WORDS.filter(([, words]) => words.test(word)).map(([power]) => power);
}

/** Scales that a table or list states once for all its numbers: `(in thousands of euros)`, `in Mio. €`. */
export function commonPowers(text: string, language: string | undefined): ReadonlySet<number> {
  const heads = text
    .toLowerCase()
    .matchAll(/(?:\(|(?<!\p{L})(?:in|en|em|w|в|у|i) )(?=(\p{L}[\p{L}\p{M}]*))/gu);
  return new Set([...heads].flatMap(([, word = '']) => powersOf(word, language)));
}
