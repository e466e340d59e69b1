import { currenciesOf } from '#server/lib/currencies.ts';
import type { Piece } from './find-swap.ts';
import { magnitudeWords, percentWords, startsWithOne } from './unit-words.ts';

/** Emphasis around a value doesn't change it. */
const EMPHASIS = /[*_`]/g;
const SIGN_BEFORE = /(?:^|[\s(:"“])[-−–+±]$/;
const MONEY_BEFORE = /(\p{Sc})\s?$/u;
const MONEY_BEHIND = /^\s?(\p{Sc})/u;

/**
 * Returns what a sentence adds to a value that changes its meaning: a sign, a magnitude, a share or a currency that
 * differs from its column's, or another value right behind it. Null: nothing.
 */
export function findAltered(pieces: readonly Piece[], language: string): string | null {
  for (const [at, piece] of pieces.entries()) {
    if (!('named' in piece) || typeof piece.named.value !== 'number') continue;
    const { text, unit } = piece.named;
    const before = wordsAt(pieces, at - 1);
    const behind = wordsAt(pieces, at + 1);
    const isBehindValue = isNumber(pieces[at - 2]);
    if (isBehindValue && before.trim() === '') return text;
    if (!(isBehindValue && /^[-–]$/.test(before)) && SIGN_BEFORE.test(before)) return before.slice(-1);
    const money = MONEY_BEFORE.exec(before)?.[1] ?? MONEY_BEHIND.exec(behind)?.[1];
    if (money !== undefined && (hasUnit(text) || !isOfCurrency(money, unit))) return money;
    const isShareBehind = startsWithOne(behind, percentWords(language));
    if (isShareBehind && (unit !== '%' || hasUnit(text))) return behind.trim().slice(0, 12);
    if (startsWithOne(behind, magnitudeWords(language))) return behind.trim().slice(0, 12);
  }
  return null;
}

const hasUnit = (text: string): boolean => /[\p{Sc}%٪]/u.test(text);

/** A column without a unit may hold amounts: nothing contradicts it. */
const isOfCurrency = (sign: string, unit: string): boolean =>
  unit === '' || unit === sign || currenciesOf(sign).some((code) => currenciesOf(unit).includes(code));

const isNumber = (piece: Piece | undefined): boolean =>
  piece !== undefined && 'named' in piece && typeof piece.named.value === 'number';

function wordsAt(pieces: readonly Piece[], at: number): string {
  const piece = pieces[at];
  return piece !== undefined && 'words' in piece ? piece.words.replace(EMPHASIS, '') : '';
}
