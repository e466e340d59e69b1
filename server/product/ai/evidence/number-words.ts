import type { Span } from './span.ts';

/** Values of number words and their parts, by language: `dreihundert`, `trecento`, `quatre-vingt-dix`. */
const LISTS: Readonly<Record<string, string>> = {
  en: 'a 1 an 1 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000 million 1000000 billion 1000000000 trillion 1000000000000',
  de: 'ein 1 eine 1 eins 1 einen 1 einer 1 einem 1 zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 sechzehn 16 siebzehn 17 zwanzig 20 dreißig 30 vierzig 40 fünfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000 million 1000000 millionen 1000000 milliarde 1000000000 milliarden 1000000000 billion 1000000000000 billionen 1000000000000',
  fr: 'un 1 une 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 quatrevingt 80 quatrevingts 80 nonante 90 cent 100 cents 100 mille 1000 million 1000000 millions 1000000 milliard 1000000000 milliards 1000000000',
  es: 'un 1 una 1 uno 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 dieciséis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veinti 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 doscientos 200 trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 setecientos 700 ochocientos 800 novecientos 900 mil 1000 millón 1000000 millones 1000000',
  it: 'un 1 una 1 uno 1 due 2 tre 3 quattro 4 cinque 5 sei 6 sette 7 otto 8 nove 9 dieci 10 undici 11 dodici 12 tredici 13 quattordici 14 quindici 15 sedici 16 diciassette 17 diciotto 18 diciannove 19 venti 20 trenta 30 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90 cento 100 mille 1000 mila 1000 milione 1000000 milioni 1000000 miliardo 1000000000 miliardi 1000000000',
  pt: 'um 1 uma 1 dois 2 duas 2 três 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12 treze 13 catorze 14 quatorze 14 quinze 15 dezesseis 16 dezessete 17 dezoito 18 dezenove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90 cem 100 cento 100 duzentos 200 trezentos 300 quatrocentos 400 quinhentos 500 seiscentos 600 setecentos 700 oitocentos 800 novecentos 900 mil 1000 milhão 1000000 milhões 1000000',
  nl: 'een 1 één 1 twee 2 drie 3 vier 4 vijf 5 zes 6 zeven 7 acht 8 negen 9 tien 10 elf 11 twaalf 12 dertien 13 veertien 14 twintig 20 dertig 30 veertig 40 vijftig 50 zestig 60 zeventig 70 tachtig 80 negentig 90 honderd 100 duizend 1000 miljoen 1000000 miljard 1000000000',
};

/** Joins the parts of a number, within a word or between words. */
const JOINS: Readonly<Record<string, readonly string[]>> = {
  en: ['and'],
  de: ['und'],
  fr: ['et'],
  es: ['y'],
  it: ['e'],
  pt: ['e'],
  nl: ['en', 'ën'],
};

export interface NumberWord extends Span {
  readonly value: number;
  /** A count: `two hundred`, not the `hundred` of "hundred-year-old". */
  readonly isCounted: boolean;
}

interface Lexicon {
  readonly values: ReadonlyMap<string, number>;
  readonly joins: ReadonlySet<string>;
  readonly part: RegExp;
}

const lexicons = new Map(
  Object.entries(LISTS).map(([code, list]): [string, Lexicon] => {
    const words = list.split(' ');
    const values = new Map(
      words.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(words[at + 1])] as const] : [])),
    );
    const joins = new Set(JOINS[code]);
    const parts = [...values.keys(), ...joins].toSorted((one, other) => other.length - one.length);
    return [code, { values, joins, part: new RegExp(`^(?:${parts.join('|')})`) }];
  }),
);

const WORD = /\p{L}+/gu;
/** Separates the words of one number. */
const GAP = /^[ \u00a0-]{1,2}$/;
/** From this value on, words add up: twenty-five, cento uno. */
const TENS = 10;

/** Numbers in words, for the languages known here; not words that continue digits. */
export function numberWordsIn(text: string, language: string | undefined): NumberWord[] {
  const lexicon = lexicons.get(language ?? '');
  const small = text.toLowerCase().replace(/quatre-vingt(s?)/g, 'quatrevingt$1 ');
  if (!lexicon || small.length !== text.length) return [];
  const runs: { parts: number[]; from: number; to: number; isOpen: boolean }[] = [];
  for (const match of small.matchAll(WORD)) {
    const parts = partsOf(match[0], lexicon);
    const to = match.index + match[0].length;
    const last = runs.at(-1);
    const open = last?.isOpen && GAP.test(small.slice(last.to, match.index)) ? last : null;
    if (parts === null) {
      if (last) last.isOpen = false;
    } else if (open && (parts.length === 0 || goesOn(open.parts, parts))) {
      open.parts.push(...parts);
      open.to = to;
    } else if (parts.length > 0) runs.push({ parts, from: match.index, to, isOpen: true });
  }
  return runs
    .filter(({ from }) => !/\d[ \u00a0-]?$/.test(text.slice(Math.max(0, from - 2), from)))
    .map(({ parts, from, to }) => ({ value: sumOf(parts), isCounted: isCount(parts[0] ?? 0), from, to }));
}

/** True if the words continue one number: twenty-three and two hundred, but not two and three. */
function goesOn(before: readonly number[], next: readonly number[]): boolean {
  const [last = 0, first = 0] = [before.at(-1), next[0]];
  return !isCount(first) || (last >= TENS && first < last);
}

/** Not a lone hundred or thousand. */
const isCount = (value: number): boolean => value !== 100 && value < 1000;

/** Values of a word's parts; empty for one that only joins, null if it is no number. */
function partsOf(word: string, { values, joins, part }: Lexicon): number[] | null {
  if (joins.has(word)) return [];
  const parts: number[] = [];
  let rest = word;
  while (rest !== '') {
    const [piece] = part.exec(rest) ?? [];
    if (piece === undefined) return null;
    const value = values.get(piece);
    if (value !== undefined) parts.push(value);
    rest = rest.slice(piece.length);
  }
  return parts;
}

function sumOf(parts: readonly number[]): number {
  let whole = 0;
  let group = 0;
  for (const part of parts) {
    if (part >= 1000) {
      whole += Math.max(group, 1) * part;
      group = 0;
    } else if (part === 100) group = Math.max(group, 1) * 100;
    else group += part;
  }
  return whole + group;
}
