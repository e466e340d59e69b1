import type { LanguageCode } from '#domain/languages.ts';
import { numberWordsIn } from '../../evidence/number-words.ts';
import { unitBeside } from '../../evidence/units.ts';

/** Words that say how many times, which part, or how many roughly: nobody can bind them to a cell. */
const WORDS: Partial<Record<LanguageCode, string>> = {
  en: `twice|thrice|(?:three|four|five|six|seven|eight|nine|ten) times|\\p{L}+-?fold|doubl(?:e|ed|es|ing)|tripl(?:e|ed|es|ing)|
    quadrupl(?:e|ed|es|ing)|halv(?:e|ed|es|ing)|(?<!first |second |other )half|(?:one|two|three|four|a)[ -](?:thirds?|quarters?|fifths?|tenths?)|
    dozens?|hundreds?|thousands?|millions?|billions?|trillions?`,
  de: `doppelt|verdoppel\\p{L}*|dreifach\\p{L}*|verdreifach\\p{L}*|halbier\\p{L}*|halb so|hälfte|drittel|dreiviertel|
    (?:ein|drei) viertel|dutzend\\p{L}*|hunderte\\p{L}*|tausende\\p{L}*|million(?:en)?|milliarden?`,
  fr: `(?:le|du|au) double|doubl(?:é|ée|és|ent)|(?:le|du) triple|tripl(?:é|ée|és|ent)|moitié|deux tiers|un tiers|un quart|trois quarts|
    douzaines?|centaines?|milliers?|mille|millions?|milliards?`,
  es: `(?:el|al) doble|duplic\\p{L}+|(?:el|al) triple|triplic\\p{L}+|mitad|(?:un|dos) tercios?|tres cuartos|un cuarto|docenas?|
    cientos|mil|miles|millón|millones`,
  it: `(?:il|al) doppio|raddoppi\\p{L}+|(?:il|al) triplo|triplic\\p{L}+|metà|(?:un|due) terz[oi]|un quarto|tre quarti|dozzin[ae]|
    centinaia|mille|migliaia|milion[ei]|miliard[oi]`,
  nl: `dubbele?|verdubbel\\p{L}*|drievoudig\\p{L}*|gehalveerd|helft|tweederde|(?:een|twee) derde|driekwart|een kwart|dozijn|honderden|
    duizenden|miljoen(?:en)?|miljard(?:en)?`,
  pt: `(?:o|ao) dobro|duplic\\p{L}+|dobrou|(?:o|ao) triplo|triplic\\p{L}+|metade|(?:um|dois) terços?|um quarto|três quartos|dúzias?|
    centenas|mil|milhares|milhão|milhões|bilhão|bilhões`,
};

/** Fewer are a few things, which a sentence may count for itself. */
const MANY = 11;

const PATTERNS = new Map<string, RegExp>(
  Object.entries(WORDS).map(([code, words]) => [
    code,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replace(/\n\s*/g, '')})(?![\\p{L}\\p{N}])`, 'giu'),
  ]),
);

/** Signs that are numbers and no digits: ½, Ⅻ, ②. */
const SIGNS = /[\u00bc-\u00be\u2150-\u2189\u2460-\u24ff\u2776-\u2793]/g;

/** The first word or sign that says how much, and that none of the texts says too; null: none. */
export function findNumberWord(text: string, language: string, texts: readonly string[]): string | null {
  const said = texts.join('\n').toLowerCase();
  const pattern = PATTERNS.get(language);
  const counted = numberWordsIn(text, language).filter(
    (word) => word.isCounted && (word.value >= MANY || unitBeside(text, word)?.has('%')),
  );
  const found = [
    ...(text.match(SIGNS) ?? []),
    ...(pattern ? (text.match(pattern) ?? []) : []),
    ...counted.map(({ from, to }) => text.slice(from, to)),
  ];
  return found.find((word) => !said.includes(word.toLowerCase())) ?? null;
}
