import { magnitudeAt } from '../../evidence/magnitudes.ts';
import { unitBeside } from '../../evidence/units.ts';
import type { Piece } from './find-swap.ts';

/** What stands around a value within a sentence: emphasis is none of it. */
const EMPHASIS = /[*_`]/g;
const SIGN_BEFORE = /(?:^|[\s(:"“])[-−–+±]$/;
const MONEY_BEFORE = /\p{Sc}\s?$/u;
const MONEY_BEHIND = /^\s?\p{Sc}/u;
const START = { from: 0, to: 0 };
const SHARE_BEHIND = /^\s?[%‰٪]/;

/**
 * What a sentence has typed around a value that makes another of it: a sign, a magnitude, a share or money where it is
 * none, or another value behind it. Null: nothing.
 */
export function findTypedUnit(pieces: readonly Piece[], language: string): string | null {
  for (const [at, piece] of pieces.entries()) {
    if (!('named' in piece) || typeof piece.named.value !== 'number') continue;
    const { text, isPercentage } = piece.named;
    const before = wordsAt(pieces, at - 1);
    const behind = wordsAt(pieces, at + 1);
    const isBehindValue = isNumber(pieces[at - 2]);
    if (isBehindValue && before.trim() === '') return text;
    if (!(isBehindValue && /^[-–]$/.test(before)) && SIGN_BEFORE.test(before)) return before.slice(-1);
    const hasMoney = /\p{Sc}/u.test(text) || isPercentage || text.includes('%');
    if (hasMoney && (MONEY_BEFORE.test(before) || MONEY_BEHIND.test(behind)))
      return `${before.slice(-1)}${behind.slice(0, 2)}`.trim();
    const isShare = !isPercentage || text.includes('%');
    const isShareBehind = SHARE_BEHIND.test(behind) || unitBeside(behind, START)?.has('%') === true;
    if (isShare && isShareBehind) return behind.trim().slice(0, 12);
    // A capital M is a million, a small one a metre.
    const scale = magnitudeAt(behind, 0, { language, isMoney: /^\s?[KMB](?!\p{L})/u.test(behind) });
    if (scale && !scale.powers.includes(0)) return behind.trim().slice(0, 12);
  }
  return null;
}

const isNumber = (piece: Piece | undefined): boolean =>
  piece !== undefined && 'named' in piece && typeof piece.named.value === 'number';

function wordsAt(pieces: readonly Piece[], at: number): string {
  const piece = pieces[at];
  return piece !== undefined && 'words' in piece ? piece.words.replace(EMPHASIS, '') : '';
}
