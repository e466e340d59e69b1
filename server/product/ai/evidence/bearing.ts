import { withoutFootnotes } from '#domain/foreign-text.ts';
import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { datesIn, type FoundDate } from '#server/lib/dates-in.ts';
import { type Amount, amountsIn, scaled } from './amounts-in.ts';
import { guessLanguage } from './guess-language.ts';
import { commonPowers } from './magnitudes.ts';
import { isSameUnit, unitsIn } from './units.ts';

/** A quote with the passage around it. */
export interface Quoted {
  readonly quote: string;
  readonly around: string;
}

/** A quote prepared for comparison with a sentence's numbers. */
export interface Bearing {
  readonly amounts: readonly Amount[];
  readonly dates: readonly FoundDate[];
  /** Quote and passage, to look for units. */
  readonly whole: string;
  /** Powers of ten that the text states once for all its numbers. */
  readonly common: ReadonlySet<number>;
  /** The text reports a decrease: 3 % fewer are -3 %. */
  readonly tellsOfLess: boolean;
}

const LESS =
  /(?<!\p{L})(?:fall|fell|drop|declin|decreas|shr[aiu]nk|los[ts]|loss|lower|less|fewer|down|below|minus|deficit|negativ|gefallen|fiel|sank|sink|gesunken|rückgang|verlust|weniger|schrumpf|unter|baiss|recul|perte|diminu|chut|moins|baj[aóo]|ca[íyó]|descen|pérdid|disminu|menos|cal[oai]|scend|perdit|diminu|meno|queda|redu[zç]|perd|daal|gedaald|verlies|minder|паде|упал|сниз|сокра|убыт|мінус|впа[вл]|змен|spad|strat|düş|azal|zarar|giảm)/iu;

/** Cached per quote, since a claim may support many sentences. */
const known = new WeakMap<Quoted, Bearing>();

export function bearingOf(quoted: Quoted): Bearing {
  const before = known.get(quoted);
  if (before) return before;
  const text = asciiDigits(withoutFootnotes(quoted.quote));
  const whole = `${text}\n${asciiDigits(quoted.around)}`;
  const language = guessLanguage(quoted.around || text);
  const bearing = {
    amounts: amountsIn(text, language),
    dates: datesIn(text),
    whole,
    common: commonPowers(whole, language),
    tellsOfLess: LESS.test(text),
  };
  known.set(quoted, bearing);
  return bearing;
}

/** True if the quote has the number, with the same value, sign and unit. */
export function bears(bearing: Bearing, wanted: Amount): boolean {
  return bearing.amounts.some(
    (amount) =>
      isSameValue(amount, wanted, bearing.common) &&
      (!wanted.isNegative || amount.isNegative || bearing.tellsOfLess) &&
      (wanted.unit === null || isSameUnit(amount.unit ?? unitsIn(bearing.whole), wanted.unit)),
  );
}

function isSameValue(amount: Amount, wanted: Amount, common: ReadonlySet<number>): boolean {
  if (amount.clock.size > 0 && wanted.clock.size > 0)
    return [...wanted.clock].some((time) => amount.clock.has(time));
  const isBare = amount.powers.every((power) => power === 0);
  const values = isBare ? [...amount.values, ...scaled(amount.values, common)] : [...amount.values];
  if (values.some((value) => wanted.values.has(value))) return true;
  // Copied literally, however it is parsed.
  return amount.written === wanted.written && amount.powers.some((power) => wanted.powers.includes(power));
}
